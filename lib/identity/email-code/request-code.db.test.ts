import { Client } from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { requestEmailCode } from '@/lib/identity/email-code/request-code'
import {
  inspectEmailCode,
  inspectEmailCodeLink,
  signInWithEmailCode,
  signInWithEmailLink,
} from '@/lib/identity/email-code/sign-in-with-code'
import { purgeTwoStepData } from '@/lib/identity/identity.jobs'
import { MAILS_PER_WINDOW } from '@/lib/messaging/mail/mail-limits.store'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { atStart, CODES_ON, otherThan, useEmailCodes } from '@/tests/kit/email-codes'
import { aliveOf } from '@/tests/kit/enroll-mfa'
import { later, START } from '@/tests/kit/mail-queue'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { makeUser } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const codes = useEmailCodes()
beforeAll(() => syncCatalog(new Date()))

const written = async () => ({
  codes: await db().signInCode.count(),
  jobs: await db().job.count(),
  audits: await db().auditRecord.count(),
  sessions: await db().sessionFamily.count(),
})

/** The SQL that `work` sends to a server. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  await work()
  const sent = query.mock.calls.map(([given]) =>
    typeof given === 'string' ? given : (given as { text: string }).text,
  )
  query.mockRestore()
  return sent
}

/** All who get no code. */
const OTHERS = {
  'without an account': () => Promise.resolve({ email: `${newId()}@example.org` }),
  'of a deactivated account': () => makeUser({ status: 'deactivated' }),
  'of a pending account': () => makeUser({ status: 'pending' }),
  'of a deleted account': () => makeUser({ status: 'deleted' }),
  'of a service account': () => makeServiceAccount(),
  // A stranger may have set its password: a reset replaces it, a code would leave it.
  'that was never confirmed': async () => {
    const user = await makeUser()
    await db().user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } })
    return user
  },
}

describe('an address', () => {
  it.each(Object.entries(OTHERS))(
    '%s gets the same answers with the same work as one that can sign in, and no email',
    async (_, make) => {
      const known = await makeUser()
      const other = await make()
      const trace = async (email: string) => {
        const before = await written()
        let secret = ''
        const asking = await statementsOf(async () => (secret = await codes.ask(email)))
        const after = await written()
        await codes.work()
        const mails = codes.recipients().filter((to) => to === email).length
        const entered = { secret, code: otherThan(codes.newest().code) }
        const answers: unknown[] = []
        const entering = await statementsOf(async () =>
          answers.push(await signInWithEmailCode(entered, atStart())),
        )
        const jobs = after.jobs - before.jobs
        const rows = after.codes - before.codes
        const audits = after.audits - before.audits
        return { mails, same: { asking, entering, answers, jobs, rows, audits } }
      }
      const [right, wrong] = [await trace(known.email), await trace(other.email)]
      expect(right.mails).toBe(1)
      expect(wrong.mails).toBe(0)
      expect(wrong.same).toEqual(right.same)
      expect(right.same).toMatchObject({ jobs: 1, rows: 1, audits: 1 })
    },
  )

  it('gets at most five codes within an hour, from any number of devices', async () => {
    const { email } = await makeUser()
    for (let i = 0; i < MAILS_PER_WINDOW + 3; i++)
      await codes.asked(email, atStart({ ip: `198.51.100.${i}` }))
    expect(codes.recipients()).toHaveLength(MAILS_PER_WINDOW)
  })
})

describe('an email that could not be sent', () => {
  it('counts once it had a code: an account gets five codes an hour, however many arrive', async () => {
    const { email, id: userId } = await makeUser()
    codes.receiver().fail({ at: 'message', with: 451 })
    for (let i = 0; i < MAILS_PER_WINDOW; i++) await codes.asked(email)
    await db().job.deleteMany()
    codes.receiver().fail(null)
    await codes.asked(email)
    expect(codes.recipients()).toEqual([])
    const issued = { email, userId, NOT: { codeHash: null } }
    expect(await db().signInCode.count({ where: issued })).toBe(0)
    await codes.asked(email, atStart({ now: later(3601) }))
    expect(codes.recipients()).toEqual([email])
    await purgeTwoStepData.run(later(4201))
  })
})

describe('a request', () => {
  it('stores neither code nor token in clear text, and queues neither', async () => {
    const { email } = await makeUser()
    const secret = await codes.ask(email)
    const queued = JSON.stringify(await db().job.findMany())
    await codes.work()
    const { code, token } = codes.newest()
    expect([code, token].map(({ length }) => length)).toEqual([6, 43])
    const row = await db().signInCode.findFirstOrThrow({ where: { email } })
    const stored = Object.values(row).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
    )
    for (const hidden of [secret, token]) expect(stored.join()).not.toContain(hidden)
    expect(stored).not.toContain(code)
    expect(queued).not.toContain(email)
  })

  it('makes a new code if the email could not be sent, and the old one is worth nothing', async () => {
    const { email } = await makeUser()
    codes.receiver().fail({ at: 'message', with: 451 })
    const secret = await codes.ask(email)
    await codes.work()
    expect(await db().signInCode.findFirst({ where: { email } })).toMatchObject({
      codeHash: null,
      tokenHash: null,
    })
    codes.receiver().fail(null)
    await codes.work(later(120))
    const late = atStart({ now: later(120) })
    const entered = { secret, code: codes.newest().code }
    expect(await signInWithEmailCode(entered, late)).toMatchObject({ ok: true })
  })

  it('is deleted after it has expired', async () => {
    await codes.asked((await makeUser()).email)
    await purgeTwoStepData.run(later(599))
    expect(await db().signInCode.count()).not.toBe(0)
    await purgeTwoStepData.run(later(600))
    expect(await db().signInCode.count()).toBe(0)
  })
})

describe('while codes are off', () => {
  it('every use is refused, nothing is written, and queued emails are not sent', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    await codes.ask(email)
    useSettings({ SMTP_URL: codes.receiver().url })
    const before = await written()
    const refused = { code: 'feature_disabled' }
    expect(await requestEmailCode({ email }, atStart())).toMatchObject(refused)
    expect(await signInWithEmailCode(asked, atStart())).toMatchObject(refused)
    expect(await signInWithEmailLink(asked, atStart())).toMatchObject(refused)
    expect(await inspectEmailCodeLink({ ...asked, now: START })).toBeNull()
    expect(await inspectEmailCode({ ...asked, now: START })).toBeNull()
    expect(await written()).toEqual(before)
    await codes.work()
    expect(codes.recipients()).toHaveLength(1)
    expect(await aliveOf(id)).toEqual([])
    useSettings({ SMTP_URL: codes.receiver().url, ...CODES_ON })
  })
})

describe('the link', () => {
  const open = (by: { token: string; secret: string | null }) =>
    inspectEmailCodeLink({ ...by, now: START })
  const REFUSED = { ok: false, code: 'invalid_or_expired_token' }

  it('is not used up by opening it: scanners do that', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email, atStart(), '/dashboard/account')
    const row = () => db().signInCode.findFirst({ where: { email } })
    const before = await row()
    for (let i = 0; i < 10; i++) {
      expect(await open({ token: asked.token, secret: null })).toEqual({ here: false })
      expect(await open(asked)).toEqual({ here: true, email })
    }
    expect(await row()).toEqual(before)
    expect(await signInWithEmailLink(asked, atStart())).toMatchObject({
      ok: true,
      nextPath: '/dashboard/account',
    })
    expect(await aliveOf(id)).toHaveLength(1)
    expect(await open(asked)).toBeNull()
    expect(await signInWithEmailLink(asked, atStart())).toMatchObject(REFUSED)
    expect(await signInWithEmailCode(asked, atStart())).toMatchObject({
      code: 'invalid_email_code',
    })
    expect(await aliveOf(id)).toHaveLength(1)
  })

  it.each(['without the cookie', 'of another request'])(
    'does nothing in a browser %s, and the code stays valid',
    async (which) => {
      const { id, email } = await makeUser()
      const stranger = which === 'without the cookie' ? null : await codes.ask(email)
      const asked = await codes.asked(email)
      const elsewhere = { token: asked.token, secret: stranger }
      expect(await open(elsewhere)).toEqual({ here: false })
      expect(await signInWithEmailLink(elsewhere, atStart())).toMatchObject(REFUSED)
      expect(await aliveOf(id)).toEqual([])
      expect(await signInWithEmailCode(asked, atStart())).toMatchObject({ ok: true })
      expect(await signInWithEmailLink(asked, atStart())).toMatchObject(REFUSED)
    },
  )

  it('of a request by an app opens nothing: the app takes the code', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email, atStart({ surface: 'api' }))
    expect(await signInWithEmailLink(asked, atStart())).toMatchObject(REFUSED)
    expect(await aliveOf(id)).toEqual([])
  })
})
