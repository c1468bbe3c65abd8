import { purgeInboxItems } from '@/lib/messaging/inbox/inbox.store'
import { purgeMailTextDrafts } from '@/lib/messaging/mail/mail-text.store'
import { mailJobKind } from '@/lib/messaging/mail/queue-mail'
import { sendQueuedMail } from '@/lib/messaging/mail/send-queued-mail'
import { purgeDrafts } from '@/lib/messaging/notifications/draft.store'
import { purgeConfirmations } from '@/lib/messaging/sms/phone.store'
import { smsCodeJobKind, smsNoticeJobKind } from '@/lib/messaging/sms/queue-sms'
import { sendCode, sendNotice } from '@/lib/messaging/sms/send-sms'
import { purgeSmsBudgets } from '@/lib/messaging/sms/sms-budget.store'
import { failLostTexts, purgeTexts } from '@/lib/messaging/sms/sms-message.store'
import { addSeconds } from '@/lib/platform/clock'
import { defineJob, definePurgeJob } from '@/lib/platform/jobs/define-job'

export const mailJob = defineJob({
  ...mailJobKind,
  lane: 'mail',
  run: (request, { now }) => sendQueuedMail(request, now),
})

export const smsCodeJob = defineJob({
  ...smsCodeJobKind,
  lane: 'texts',
  run: (request, { now }) => sendCode(request, now),
})

export const smsNoticeJob = defineJob({ ...smsNoticeJobKind, lane: 'texts', run: sendNotice })

const HOUR_SECONDS = 3600
/** Older items can be found in the audit trail, if anywhere. */
const KEEP_INBOX_ITEMS_SECONDS = 365 * 86_400
/** Drafts not edited for this long are deleted. */
const KEEP_DRAFTS_SECONDS = 30 * 86_400

export const purgeInbox = definePurgeJob({
  name: 'purge-inbox-items',
  everySeconds: HOUR_SECONDS,
  purges: {
    inbox_items: (db, now, limit) =>
      purgeInboxItems(db, addSeconds(now, -KEEP_INBOX_ITEMS_SECONDS), limit),
  },
})

/** Of notifications and of the texts of emails. */
export const purgeAbandonedDrafts = definePurgeJob({
  name: 'purge-notification-drafts',
  everySeconds: HOUR_SECONDS,
  purges: {
    notification_drafts: (db, now, limit) =>
      purgeDrafts(db, addSeconds(now, -KEEP_DRAFTS_SECONDS), limit),
    mail_text_drafts: (db, now, limit) =>
      purgeMailTextDrafts(db, addSeconds(now, -KEEP_DRAFTS_SECONDS), limit),
  },
})

/** Records of sent text messages, and expired codes and budgets. */
export const purgeTextMessages = definePurgeJob({
  name: 'purge-text-messages',
  everySeconds: HOUR_SECONDS,
  purges: {
    phone_confirmations: purgeConfirmations,
    sms_budgets: purgeSmsBudgets,
    sms_messages: async (db, now, limit) => {
      await failLostTexts(db, now)
      return purgeTexts(db, now, limit)
    },
  },
})
