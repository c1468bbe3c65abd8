import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { StartError, whileDatabaseIsAway } from '@/server/start-up'

const DATABASE_URL = 'postgresql://user:secret@db.test/gatehouse'
const away = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })
const quietly = () => vi.spyOn(process.stderr, 'write').mockReturnValue(true)

afterEach(() => vi.restoreAllMocks())

describe('a step of the start', () => {
  loadSettings({ DATABASE_URL })

  it('is repeated while the database stalls, so that the start waits instead of ending', async () => {
    const said = quietly()
    const step = vi.fn().mockRejectedValueOnce(away()).mockRejectedValueOnce(away())
    await whileDatabaseIsAway(step.mockResolvedValue('done'), 1)
    expect(step).toHaveBeenCalledTimes(3)
    expect(said).toHaveBeenCalledTimes(2)
  })

  it('is a line of the log in production, with the reason in one line', async () => {
    loadSettings(productionEnvironment('postgresql://user:secret@db.test/gatehouse'))
    onTestFinished(() => void loadSettings({ DATABASE_URL }))
    const said = quietly()
    const warn = vi.spyOn(logger(), 'warn').mockReturnValue()
    const ofPrisma = new Error(
      "\nInvalid `prisma.x.y()` invocation:\n\n\nCan't reach database server",
    )
    const step = vi.fn().mockRejectedValueOnce(ofPrisma).mockResolvedValue('done')
    await whileDatabaseIsAway(step, 1)
    const fields = { host: 'db.test', reason: "Can't reach database server" }
    expect(warn.mock.calls).toEqual([[fields, 'waiting for PostgreSQL']])
    expect(said).not.toHaveBeenCalled()
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
