import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { recordAudit } from '@/lib/audit/record-audit'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { register } from '@/lib/identity/registration/register'
import { login } from '@/lib/identity/sign-in/login'
import { contactNoticeJob } from '@/lib/messaging/contacts/contact.jobs'
import { sendContactMessage } from '@/lib/messaging/contacts/send-contact-message'
import { mailJob } from '@/lib/messaging/messaging.jobs'
import { createPayment } from '@/lib/payments/create-payment'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { dumpTestDatabase } from '@/tests/kit/dump-database'
import { runDueJobs } from '@/tests/kit/jobs'
import { KEPT_COLUMNS, KEPT_TABLES } from '@/tests/kit/kept-columns'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { enterEverything } from '@/tests/kit/marked-person'
import {
  isMarked,
  listTextColumns,
  MARK,
  MARKED_ADDRESSES,
  MARKED_IP,
  MARKED_NAME,
  tracesIn,
} from '@/tests/kit/marked-rows'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { picture, receivedFile } from '@/tests/kit/upload-files'
import { setAvatar } from '@/lib/uploads/avatar'
import { storeUpload } from '@/lib/uploads/store-upload'
import { continueErasures } from '@/lib/users/erasure/continue-erasures'
import { eraseOwnAccount } from '@/lib/users/erasure/erase-user'
import { maintainImports } from '@/lib/users/import/user-import.jobs'

const folder = temporaryFolder()
const ctx = () => testContext({ ip: MARKED_IP, userAgent: `Browser ${MARK}` })
const [former = '', current = ''] = MARKED_ADDRESSES
/** Records get their ids from the clock, so nothing of the test may lie in the past. */
const inHours = (hours: number) => addSeconds(new Date(), hours * 3600)

useTestDatabase()
beforeAll(() => syncCatalog(new Date()))

/** The bytes of every file under the data folder, as text in which any byte survives. */
function filesIn(path: string): string {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return `${file}\n${entry.isFile() ? readFileSync(file, 'latin1') : ''}`
    })
    .join('\n')
}

async function useEverything(userId: string): Promise<void> {
  const principal = await livePrincipalOf(userId)
  const file = () => receivedFile(`A note by ${MARK}`, 'text/plain', `${MARK}.txt`)
  await storeUpload(file(), { userId, purpose: 'file' }, ctx())
  const image = await picture().png().toBuffer()
  await setAvatar(receivedFile(image, 'image/png', `${MARK}.png`), principal, ctx())
  const message = { name: MARK, subject: MARK, message: MARK }
  const email = `${MARK}@elsewhere.example`
  await sendContactMessage({ ...message, email, newFile: { userId, file: file() } }, ctx())
  await sendContactMessage({ ...message, email: former }, ctx())
  await runDueJobs([contactNoticeJob], new Date())
  await login({ email: former.toUpperCase(), password: MARK }, ctx())
  for (const paymentMethodToken of ['sim_frictionless', 'sim_challenge']) {
    const returnUrl = `http://localhost:3000/dashboard?of=${MARK}`
    const input = { amount: 1234, currency: 'EUR', paymentMethodToken, returnUrl }
    await createPayment(principal, { ...input, idempotencyKey: newId() }, ctx())
  }
  const waiting = { ownerId: userId, status: 'requires_action' } as const
  const data = { paymentMethodToken: MARK, redirectUrl: MARK }
  await db().payment.updateMany({ where: waiting, data })
  await db().simulatorPayment.updateMany({ data: { token: MARK } })
}

/** Attempts with an address that no account had yet: the records name no user. */
async function recordStrangers(): Promise<void> {
  const attempt = { factor: 'pwd', reason: 'wrong_password' } as const
  const details = { ...attempt, email: former.toUpperCase() }
  await recordAudit(db(), ctx(), { action: 'session.refused', outcome: 'refused', details })
}

/** What a colleague searched for, and did with one of the person's keys. */
async function recordColleague(actorId: string, userId: string): Promise<void> {
  const by = { actorId, outcome: 'ok' } as const
  for (const query of [current, `All of ${MARKED_NAME.toUpperCase()}`])
    await recordAudit(db(), testContext(), {
      ...by,
      action: 'users.exported',
      details: { format: 'csv', query },
    })
  const filters = [{ actor: current.toUpperCase() }, { target: `Of ${current.toUpperCase()}` }]
  for (const filter of [...filters, { target: MARKED_NAME }])
    await recordAudit(db(), testContext(), {
      ...by,
      action: 'audit.exported',
      details: { format: 'csv', ...filter },
    })
  const key = { action: 'api_key.revoked', actorId, targetId: newId() } as const
  const details = { name: `Key of ${MARK}`, user_id: userId }
  await recordAudit(db(), testContext(), { ...key, outcome: 'ok', details })
  const refused = { ...details, reason: 'privilege_escalation' }
  await recordAudit(db(), testContext(), { ...key, outcome: 'refused', details: refused })
}

/** Columns that were neither marked nor listed with a reason, and those listed although marked. */
async function findUnproven(): Promise<string[]> {
  const wrong: string[] = []
  for (const column of await listTextColumns()) {
    const { table, name } = column
    const kept = table in KEPT_TABLES || name in (KEPT_COLUMNS[table] ?? {})
    const passing = table === 'account_erasures'
    if (!passing && kept === (await isMarked(column))) wrong.push(`${table}.${name}`)
  }
  return wrong
}

async function runBackground(at: Date): Promise<void> {
  await runDueJobs([mailJob], at)
  await reconcilePayments.run(at)
  await sealAuditRecords(addSeconds(at, 60))
  await eraseDueRecords(at)
  await continueErasures(at)
  await maintainImports.run(at)
  await sealAuditRecords(addSeconds(at, 60))
}

describe('after an erasure', () => {
  it('no table and no file contains a value that the person ever entered', async () => {
    const receiver = await startSmtpReceiver()
    useSettings({ DATA_DIR: folder, SMTP_URL: receiver.url, MAIL_FROM: 'Us <us@example.org>' })
    const colleague = await holderOf('contacts:list', 'users:list')
    const { id: userId } = await makeUser({ email: former })
    await useEverything(userId)
    await enterEverything(userId, colleague.userId)
    await recordStrangers()
    await recordColleague(colleague.userId, userId)
    await runDueJobs([mailJob], new Date())
    await sealAuditRecords(inHours(0.1))
    expect(await findUnproven()).toEqual([])
    expect(filesIn(folder)).toContain(MARK)
    receiver.mails.length = 0

    const owner = await livePrincipalOf(userId)
    expect(await eraseOwnAccount({ password: PASSWORD }, owner, ctx())).toEqual({ ok: true })
    for (const hours of [0.1, 1.2, 1.6]) await runBackground(inHours(hours))
    await until('the files are removed', 10_000, async () => (await db().upload.count()) === 0)

    expect(receiver.mails.map(({ envelope, message }) => [envelope.to, message.subject])).toEqual([
      [[current], 'Your account was erased'],
    ])
    await receiver.close()
    expect(tracesIn(await dumpTestDatabase(inject('testServerUrl')))).toEqual([])
    expect(tracesIn(filesIn(folder))).toEqual([])
    expect(await verifyAuditChain(inHours(3))).toMatchObject({ firstBad: null })
    const payments = await db().payment.findMany({ where: { ownerId: userId } })
    expect(payments.map(({ amount, status }) => [amount, status]).sort()).toEqual([
      [1234n, 'canceled'],
      [1234n, 'succeeded'],
    ])
    expect(await db().accountErasure.findUnique({ where: { userId } })).toMatchObject({
      addresses: [],
      names: [],
      finishedAt: expect.any(Date),
    })
    await register({ email: current, password: PASSWORD }, testContext())
    const again = await db().user.findUniqueOrThrow({ where: { email: current } })
    expect(again.id).not.toBe(userId)
    expect(again).toMatchObject({ status: 'pending', name: null, phone: null })
  })
})
