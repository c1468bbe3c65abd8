import { expect, it } from 'vitest'
import {
  insertFlow,
  issueHandoff,
  purgeFlows,
  purgeHandoffs,
} from '@/lib/identity/oauth/oauth-flow.store'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const now = new Date('2026-11-21T12:00:00.000Z')

it('expired flows and codes are deleted in batches, live ones are kept', async () => {
  const { id: userId } = await insertUser()
  const handoff = {
    redirectUri: 'com.example.app:/done',
    codeChallenge: 'x'.repeat(43),
    appState: 's',
  }
  for (const begun of [0, 0, 0, 300]) {
    const at = addSeconds(now, begun)
    const flow = {
      provider: 'google',
      surface: 'api',
      link: null,
      nextPath: null,
      handoff: null,
    } as const
    await insertFlow(db(), { ...flow, state: newSecretToken(), browser: newSecretToken(), now: at })
    await issueHandoff(db(), { userId, provider: 'google', handoff, now: addSeconds(at, 540) })
  }
  const later = addSeconds(now, 600)
  for (const purge of [purgeFlows, purgeHandoffs]) {
    expect(await purge(db(), addSeconds(now, 599), 2)).toBe(0)
    expect(await purge(db(), later, 2)).toBe(2)
    expect(await purge(db(), later, 2)).toBe(1)
    expect(await purge(db(), later, 2)).toBe(0)
  }
  expect([await db().oauthFlow.count(), await db().oauthHandoff.count()]).toEqual([1, 1])
})
