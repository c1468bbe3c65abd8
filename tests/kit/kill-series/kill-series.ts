import { beforeAll, afterAll, expect } from 'vitest'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { type Act, expectCall, type Stage } from '@/tests/kit/kill-series/act'
import { APP, Charges } from '@/tests/kit/kill-series/charges'
import { Imports } from '@/tests/kit/kill-series/imports'
import { Registrations } from '@/tests/kit/kill-series/registrations'
import { Resets } from '@/tests/kit/kill-series/resets'
import { runRounds, seededRandom } from '@/tests/kit/kill-series/run-rounds'
import { Sends } from '@/tests/kit/kill-series/sends'
import { ApiRefreshes, WebRenewals } from '@/tests/kit/kill-series/session-acts'
import { StoredFiles } from '@/tests/kit/kill-series/stored-files'
import { useLiveInstances } from '@/tests/kit/live-instances'
import { PASSWORD } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { WebSession } from '@/tests/kit/session-client'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const API_SESSIONS = 3
const WEB_SESSIONS = 2
const RECIPIENTS = 150
const MANY = '1000000'
const SEALED_WITHIN_MS = 120_000

/**
 * Sets up a service with everything that a series needs. The returned function kills it that many
 * times while clients refresh, renew, register, reset, import, send, pay, and upload, and then
 * checks every invariant.
 */
export function useKillSeries(): (rounds: number, seed: number) => Promise<void> {
  const folder = temporaryFolder()
  const receivers: SmtpReceiver[] = []
  beforeAll(async () => void receivers.push(await startSmtpReceiver()))
  afterAll(() => receivers[0]!.close())
  const env = () => ({
    SMTP_URL: receivers[0]!.url,
    DATA_DIR: folder,
    OAUTH_APP_REDIRECT_URIS: APP,
    AUTH_MAX_LOGIN_ATTEMPTS: '10000',
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: MANY,
    UPLOADS_MAX_FILES: MANY,
  })
  const live = useLiveInstances(1, env, { AUTH_ACCESS_TOKEN_TTL: '1d' })

  return async (rounds, seed) => {
    const stage: Stage = { url: live.url(), receiver: receivers[0]!, random: seededRandom(seed) }
    const [manager, acts] = await prepareActs(stage, live, folder)
    await runRounds({
      stage,
      acts,
      rounds,
      kill: () => {
        expect(live.services[0]!.child.exitCode).toBeNull()
        return live.services[0]!.kill9()
      },
      restart: () => live.restart(0),
    })
    // For the cleanup of files, which the test does itself.
    useSettings({ DATA_DIR: folder })
    for (const act of acts)
      await act.conclude().catch((error: Error) => {
        throw new Error(`${act.name}: ${error.message}`, { cause: error })
      })
    await expectIntactTrail(stage, manager)
    // How much fits between two kills depends on the machine, and an import that was interrupted
    // waits for its lease to end; none may have stood still.
    for (const { name, done } of acts)
      expect({ name, done, enough: done >= Math.min(rounds, 3) }).toMatchObject({ enough: true })
  }
}

async function prepareActs(
  stage: Stage,
  live: ReturnType<typeof useLiveInstances>,
  folder: string,
): Promise<[string, Act[]]> {
  const passwordHash = await hashPassword(PASSWORD)
  const { id } = await insertUser()
  const allowed = ['users:activate', 'notifications:send', 'payments:charge', 'uploads:create']
  await insertRole('series', [...allowed, 'audit:list'] as Parameters<typeof insertRole>[1], [id])
  const manager = await live.signedInUser('api', id)
  const recipients: string[] = []
  while (recipients.length < RECIPIENTS) recipients.push((await insertUser()).id)
  const acts: Act[] = []
  for (let n = 0; n < API_SESSIONS; n++)
    acts.push(new ApiRefreshes(stage, await live.signedInUser()))
  for (let n = 0; n < WEB_SESSIONS; n++) {
    const { email } = await insertUser({ passwordHash })
    acts.push(new WebRenewals(stage, await WebSession.open(stage.url, email, PASSWORD)))
  }
  const resetSession = (userId: string) => live.signedInUser('api', userId)
  acts.push(
    new Registrations(stage),
    new Resets(stage, resetSession, passwordHash),
    new Imports(stage, manager.token),
    new Sends(stage, manager.token, recipients),
    new Charges(stage, manager),
    new StoredFiles(stage, manager, folder),
  )
  return [manager.token, acts]
}

/** Everything is sealed in the end, and the chain holds. */
async function expectIntactTrail(stage: Stage, token: string): Promise<void> {
  const waiting = () => db().auditUnsealed.count()
  await until('everything is sealed', SEALED_WITHIN_MS, async () => (await waiting()) === 0)
  const report = await expectCall(200, stage, 'GET', '/audit/verify', { token })
  expect(report).toMatchObject({ intact: true, first_bad: null })
  expect(await db().auditRecord.count({ where: { action: 'refresh_token.reused' } })).toBe(0)
}
