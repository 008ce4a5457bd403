export type Json = Record<string, unknown>

/** The API version of stripe@23. */
export const apiVersion = '2026-10-28.endive'

/** The sandbox's only buyer. */
export const buyer = {
  name: 'Lena Brandt',
  email: 'buyer@sandbox.example',
  address: {
    city: 'Lyon',
    country: 'FR',
    line1: null,
    line2: null,
    postal_code: '69001',
    state: null,
  },
} as const

export function presentList(url: string, data: readonly Json[], hasMore = false): Json {
  return { object: 'list', data, has_more: hasMore, url }
}
