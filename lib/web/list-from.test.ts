import { describe, expect, it, vi } from 'vitest'
import { listFrom } from '@/lib/web/list-from'

const listing = () =>
  vi.fn(async (cursor: string | undefined) => ({ ok: cursor !== 'invalid', shown: cursor ?? '' }))

describe('a list from a cursor', () => {
  it('continues at the cursor', async () => {
    const list = listing()
    expect(await listFrom('next', list)).toEqual({ ok: true, shown: 'next' })
    expect(list).toHaveBeenCalledOnce()
  })

  it('shows the first page after an invalid cursor', async () => {
    expect(await listFrom('invalid', listing())).toEqual({ ok: true, shown: '' })
  })

  it('shows the first page if nothing is left after the cursor', async () => {
    const isEmpty = ({ shown }: { shown: string }) => shown === 'last'
    expect(await listFrom('last', listing(), isEmpty)).toEqual({ ok: true, shown: '' })
    expect(await listFrom('next', listing(), isEmpty)).toEqual({ ok: true, shown: 'next' })
  })

  it('asks once if there was no cursor', async () => {
    const refused = vi.fn(async () => ({ ok: false }))
    expect(await listFrom(null, refused)).toEqual({ ok: false })
    expect(refused).toHaveBeenCalledOnce()
  })
})
