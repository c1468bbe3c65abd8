import { beforeAll, expect, inject, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { recordAudit } from '@/lib/audit/record-audit'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { registrationNoticeJob } from '@/lib/identity/registration/registration.jobs'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { login } from '@/lib/identity/sign-in/login'
import { contactNoticeJob } from '@/lib/messaging/contacts/contact.jobs'
import { sendContactMessage } from '@/lib/messaging/contacts/send-contact-message'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { dumpTestDatabase } from '@/tests/kit/dump-database'
import { runDueJobs } from '@/tests/kit/jobs'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { makeRegistration } from '@/tests/kit/make-registration'
import {
  insertMarked,
  MARK,
  MARKED_ADDRESSES,
  MARKED_IP,
  MARKED_NAME,
  tracesIn,
} from '@/tests/kit/marked-rows'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { declineRegistration } from '@/lib/users/decide-registration'
import { continueErasures } from '@/lib/users/erasure/continue-erasures'

useTestDatabase()
const queue = useMailQueue({ AUTH_REGISTRATION: 'approval', DATA_DIR: temporaryFolder() })
beforeAll(() => syncCatalog(new Date()))

const [email = ''] = MARKED_ADDRESSES
const ctx = () => testContext({ ip: MARKED_IP, userAgent: `Browser ${MARK}` })
/** Records get their ids from the clock, so nothing of the test may lie in the past. */
const inHours = (hours: number) => addSeconds(new Date(), hours * 3600)

/** What else there is of the address: a message, a failed sign-in, an import, and searches. */
async function enterTraces(colleagueId: string): Promise<void> {
  const message = { name: MARK, subject: MARK, message: MARK, email }
  await sendContactMessage(message, ctx())
  await login({ email, password: MARK }, ctx())
  const importId = newId()
  const past = addSeconds(new Date(), -60)
  const own = { actorId: colleagueId, request: {}, createdAt: past, updatedAt: past }
  const file = { dryRun: false, format: 'csv', total: 1, status: 'completed' } as const
  await db().userImport.create({ data: { ...own, ...file, id: importId } })
  const refused = { code: 'email_taken', detail: 'Taken.', column_name: 'email' }
  await insertMarked('user_import_rows', { ...refused, import_id: importId, email })
  for (const query of [email, MARKED_NAME])
    await recordAudit(db(), testContext(), {
      action: 'users.exported',
      outcome: 'ok',
      actorId: colleagueId,
      details: { format: 'csv', query },
    })
}

async function runBackground(at: Date): Promise<void> {
  await queue.work(at)
  await sealAuditRecords(addSeconds(at, 60))
  await eraseDueRecords(at)
  await continueErasures(at)
  await sealAuditRecords(addSeconds(at, 60))
}

it('no table contains a value of a declined registration, except who declined it', async () => {
  const approver = await holderOf('users:activate', 'users:list', 'contacts:list')
  const { id, token } = await makeRegistration({ email, name: MARKED_NAME }, ctx())
  expect(await verifyEmail({ token }, ctx())).toMatchObject({ awaitsApproval: true })
  await enterTraces(approver.userId)
  await runDueJobs([registrationNoticeJob, contactNoticeJob], addSeconds(new Date(), 1))
  await queue.work(addSeconds(new Date(), 1))
  await sealAuditRecords(inHours(0.1))
  const items = await db().inboxItem.findMany({ where: { userId: approver.userId } })
  expect(tracesIn(JSON.stringify(items))).not.toEqual([])
  queue.receiver().mails.length = 0

  const reason = `Please use your work address instead of ${email}.`
  const declined = await declineRegistration(approver, { userId: id, reason }, testContext())
  expect(declined).toEqual({ ok: true })
  for (const hours of [0.1, 1.2, 1.6]) await runBackground(inHours(hours))

  expect(queue.recipients()).toEqual([email])
  expect(queue.mails()[0]!.message.text).toContain(reason)
  expect(tracesIn(await dumpTestDatabase(inject('testServerUrl')))).toEqual([])
  expect(await verifyAuditChain(inHours(3))).toMatchObject({ firstBad: null })
  const record = await db().auditRecord.findFirst({ where: { action: 'user.declined' } })
  expect(record).toMatchObject({ targetId: id, actorId: approver.userId, ip: '192.0.2.1' })
  expect(record!.details).toEqual({ surface: 'api' })
  expect(await db().accountErasure.findUnique({ where: { userId: id } })).toMatchObject({
    addresses: [],
    names: [],
    finishedAt: expect.any(Date),
  })
})
