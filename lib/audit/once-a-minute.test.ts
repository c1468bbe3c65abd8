import { expect, it } from 'vitest'
import { onceAMinute } from '@/lib/audit/once-a-minute'

const at = (seconds: number) => new Date(seconds * 1000)

it('records once a minute for each key, also for concurrent requests', async () => {
  const records: string[] = []
  const ask = (key: string, seconds: number) =>
    onceAMinute(key, at(seconds), async () => {
      records.push(`${key} ${seconds}`)
    })
  await Promise.all([ask('a', 0), ask('a', 1), ask('b', 1)])
  await ask('a', 59)
  await ask('a', 60)
  expect(records).toEqual(['a 0', 'b 1', 'a 60'])
})

it('records with the next request if a record could not be written', async () => {
  const failing = onceAMinute('c', at(0), () => Promise.reject(new Error('no database')))
  await expect(failing).rejects.toThrow('no database')
  let recorded = false
  await onceAMinute('c', at(1), async () => {
    recorded = true
  })
  expect(recorded).toBe(true)
})
