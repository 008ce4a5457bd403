import { expect, it } from 'vitest'
import { judgeEdit } from './listing-edits.ts'

const now = new Date('2026-11-21T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const newest = { revision: 3, at: secondsAgo(60) }

it('applies an edit of who has seen the newest one, at the time of its making', () => {
  expect(judgeEdit(newest, { seenRevision: 3, secondsAgo: 10 }, now)).toEqual({
    applies: true,
    at: secondsAgo(10),
    overtook: false,
  })
})

it('applies an edit that saw a revision after the newest edit: only renewals were between', () => {
  const verdict = judgeEdit(newest, { seenRevision: 7, secondsAgo: 10 }, now)
  expect(verdict).toMatchObject({ applies: true, overtook: false })
})

it('lets a later edit overtake one that it had not seen, and says so', () => {
  expect(judgeEdit(newest, { seenRevision: 2, secondsAgo: 59 }, now)).toEqual({
    applies: true,
    at: secondsAgo(59),
    overtook: true,
  })
})

it('keeps the newest edit against an older one that had not seen it', () => {
  const verdict = judgeEdit(newest, { seenRevision: 2, secondsAgo: 61 }, now)
  expect(verdict).toEqual({ applies: false })
})

it('applies an edit without a revision, and never dates it before the one it replaces', () => {
  expect(judgeEdit(newest, { seenRevision: null, secondsAgo: 3600 }, now)).toEqual({
    applies: true,
    at: newest.at,
    overtook: false,
  })
})
