import { purgeInboxItems } from '@/lib/messaging/inbox/inbox.store'
import { mailJobKind } from '@/lib/messaging/mail/queue-mail'
import { sendQueuedMail } from '@/lib/messaging/mail/send-queued-mail'
import { purgeDrafts } from '@/lib/messaging/notifications/draft.store'
import { purgeConfirmations } from '@/lib/messaging/sms/phone.store'
import { smsCodeJobKind, smsNoticeJobKind } from '@/lib/messaging/sms/queue-sms'
import { sendCode, sendNotice } from '@/lib/messaging/sms/send-sms'
import { purgeSmsBudgets } from '@/lib/messaging/sms/sms-budget.store'
import { purgeTexts } from '@/lib/messaging/sms/sms-message.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { defineJob, defineRecurringJob, purgeInBatches } from '@/lib/platform/jobs/define-job'

export const mailJob = defineJob({
  ...mailJobKind,
  run: (request, { now }) => sendQueuedMail(request, now),
})

export const smsCodeJob = defineJob({
  ...smsCodeJobKind,
  run: (request, { now }) => sendCode(request, now),
})

export const smsNoticeJob = defineJob({ ...smsNoticeJobKind, run: sendNotice })

const HOUR_SECONDS = 3600
/** Older items can be found in the audit trail, if anywhere. */
const KEEP_INBOX_ITEMS_SECONDS = 365 * 86_400
/** Drafts not edited for this long are deleted. */
const KEEP_DRAFTS_SECONDS = 30 * 86_400

export const purgeInbox = defineRecurringJob({
  name: 'purge-inbox-items',
  everySeconds: HOUR_SECONDS,
  run: (now) => {
    const before = addSeconds(now, -KEEP_INBOX_ITEMS_SECONDS)
    return purgeInBatches((limit) => purgeInboxItems(db(), before, limit))
  },
})

export const purgeNotificationDrafts = defineRecurringJob({
  name: 'purge-notification-drafts',
  everySeconds: HOUR_SECONDS,
  run: (now) => {
    const editedBefore = addSeconds(now, -KEEP_DRAFTS_SECONDS)
    return purgeInBatches((limit) => purgeDrafts(db(), editedBefore, limit))
  },
})

/** Records of sent text messages, and expired codes and budgets. */
export const purgeTextMessages = defineRecurringJob({
  name: 'purge-text-messages',
  everySeconds: HOUR_SECONDS,
  run: async (now) => {
    await purgeInBatches((limit) => purgeConfirmations(db(), now, limit))
    await purgeInBatches((limit) => purgeSmsBudgets(db(), now, limit))
    await purgeInBatches((limit) => purgeTexts(db(), now, limit))
  },
})
