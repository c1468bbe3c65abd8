import { beforeEach, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { admitPasswordWork } from '@/lib/identity/passwords/password-hash'
import { RefusedError } from '@/lib/platform/problems'

beforeEach(() => void loadSettings({}))

it('refuses sign-ins at once when too many are in progress, and admits them again afterwards', async () => {
  let begun = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const attempts = Array.from({ length: 150 }, () =>
    admitPasswordWork(async () => {
      begun++
      await ended
    }),
  )
  await expect(attempts.at(-1)).rejects.toBeInstanceOf(RefusedError)
  expect(begun).toBe(128)
  end()
  await Promise.allSettled(attempts)
  await expect(admitPasswordWork(async () => 'in')).resolves.toBe('in')
})
