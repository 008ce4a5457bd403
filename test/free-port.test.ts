import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { findFreePort } from './free-port.ts'

it('gives no port twice, and reserves the first one of each block', async () => {
  const ports: number[] = []
  while (ports.length < 20) ports.push(await findFreePort())
  expect(new Set(ports).size).toBe(20)
  for (const port of ports) {
    const other = createServer().listen(port - (port % 10), '127.0.0.1')
    await expect(once(other, 'listening')).rejects.toThrow('EADDRINUSE')
  }
})
