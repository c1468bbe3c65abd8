import { describe, expect, it, vi } from 'vitest'
import { listFrom } from '@/lib/web/list-from'

const listing = () =>
  vi.fn(async (cursor: string | undefined) => ({ ok: cursor !== 'invalid', shown: cursor ?? '' }))

const isEmpty = ({ shown }: { shown: string }) => shown === 'last'

/** Nothing on it leads back to itself, or says that it is not the first. */
const FIRST = { ok: true, shown: '', cursor: null }

describe('a list from a cursor', () => {
  it('continues at the cursor', async () => {
    const list = listing()
    expect(await listFrom('next', list, isEmpty)).toEqual({
      ok: true,
      shown: 'next',
      cursor: 'next',
    })
    expect(list).toHaveBeenCalledOnce()
  })

  it('shows the first page after an invalid cursor', async () => {
    expect(await listFrom('invalid', listing(), isEmpty)).toEqual(FIRST)
  })

  it('shows the first page if nothing is left after the cursor', async () => {
    expect(await listFrom('last', listing(), isEmpty)).toEqual(FIRST)
    expect(await listFrom('next', listing(), isEmpty)).toMatchObject({ shown: 'next' })
  })

  it('asks once if there was no cursor', async () => {
    const refused = vi.fn(async () => ({ ok: false }))
    expect(await listFrom(null, refused, () => false)).toEqual({ ok: false, cursor: null })
    expect(refused).toHaveBeenCalledOnce()
  })
})
