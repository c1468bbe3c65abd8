import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { StartError, whileDatabaseIsAway } from '@/server/start-up'

const away = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })
const quietly = () => vi.spyOn(process.stderr, 'write').mockReturnValue(true)

afterEach(() => vi.restoreAllMocks())

describe('a step of the start', () => {
  loadSettings({ DATABASE_URL: 'postgresql://user:secret@db.test/gatehouse' })

  it('is repeated while the database stalls, so that the start waits instead of ending', async () => {
    const said = quietly()
    const step = vi.fn().mockRejectedValueOnce(away()).mockRejectedValueOnce(away())
    await whileDatabaseIsAway(step.mockResolvedValue('done'), 1)
    expect(step).toHaveBeenCalledTimes(3)
    expect(said).toHaveBeenCalledTimes(2)
  })

  it('ends the start when the database stays away, without printing the password', async () => {
    quietly()
    const error = await whileDatabaseIsAway(() => Promise.reject(away()), 1).catch(
      (e: unknown) => e,
    )
    expect(error).toBeInstanceOf(StartError)
    expect(String(error)).toContain('db.test/gatehouse cannot be used')
    expect(String(error)).not.toContain('secret')
  })

  it('is not repeated for any other error', async () => {
    const step = vi.fn().mockRejectedValue(new Error('a bug'))
    await expect(whileDatabaseIsAway(step, 1)).rejects.toThrow('a bug')
    expect(step).toHaveBeenCalledTimes(1)
  })
})
