import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { TextWithTime } from '@/components/ui/text-with-time'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { boundedCount } from '@/lib/platform/pagination'
import type { ServiceHealth } from '@/lib/users/overview'

interface HealthCardProps {
  health: ServiceHealth
  /** Whether the viewer can read emails in the local outbox instead of a mailbox. */
  hasOutbox: boolean
  /** Whether the viewer may change the email settings. */
  mayManage: boolean
  locale: Locale
  messages: Messages
}

/** Whether mail is delivered and background jobs run on time. */
export function HealthCard(props: HealthCardProps) {
  const texts = props.messages.home.health
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      <div className="mt-4 divide-y divide-line border-t border-line">
        <Mail {...props} />
        <Queue {...props} />
      </div>
    </Card>
  )
}

type Texts = Messages['home']['health']

/** A bounded count as text; null for zero. */
function countInWords(forms: Texts['failed'], counted: number, locale: Locale): string | null {
  const { count, more } = boundedCount(counted)
  return count > 0 ? formatCount(forms, count, locale, more) : null
}

function Mail({
  health: { mail, mailDriver, mailFrom },
  hasOutbox,
  mayManage,
  locale,
  messages,
}: HealthCardProps) {
  const texts = messages.home.health
  const hasSender = mailDriver !== 'log'
  const problems = [
    hasSender ? null : texts.noSender,
    countInWords(texts.failed, mail.failed, locale),
    countInWords(texts.retrying, mail.retrying, locale),
  ].filter((problem) => problem !== null)
  return (
    <Part
      title={texts.mail}
      lead={texts.senders[mailDriver]}
      ok={problems.length === 0}
      texts={texts}
    >
      {hasSender ? (
        <p className="break-words text-muted">{formatMessage(texts.from, { address: mailFrom })}</p>
      ) : null}
      {problems.length > 0 ? (
        problems.map((problem) => <p key={problem}>{problem}</p>)
      ) : (
        <p>{texts.mailOk}</p>
      )}
      <LastError error={mail.lastError} texts={texts} />
      {mayManage && !hasSender ? (
        <TextLink alone href="/dashboard/settings/mail">
          {messages.home.checklist.openMailSettings}
        </TextLink>
      ) : null}
      {hasOutbox ? (
        <TextLink alone href="/local/outbox">
          {messages.outbox.open}
        </TextLink>
      ) : null}
    </Part>
  )
}

function Queue({ health: { mail, other, behindSince }, locale, messages }: HealthCardProps) {
  const texts = messages.home.health
  const failed = countInWords(texts.jobsFailed, other.failed, locale)
  const { count, more } = boundedCount(mail.waiting + other.waiting)
  return (
    <Part
      title={texts.queue}
      lead={formatCount(texts.waiting, count, locale, more)}
      ok={behindSince === null && failed === null}
      texts={texts}
    >
      <p>
        {behindSince ? (
          <TextWithTime text={texts.behind} at={behindSince.toISOString()} locale={locale} />
        ) : (
          texts.onTime
        )}
      </p>
      <p>{failed ?? texts.noneFailed}</p>
      <LastError error={other.lastError} texts={texts} />
    </Part>
  )
}

interface PartProps {
  title: string
  lead: string
  ok: boolean
  texts: Texts
  children: ReactNode
}

function Part({ title, lead, ok, texts, children }: PartProps) {
  return (
    <section className="grid gap-1 px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">
          {title} <span className="font-normal text-muted">· {lead}</span>
        </h3>
        <Badge tone={ok ? 'success' : 'warning'}>
          {ok ? texts.states.ok : texts.states.attention}
        </Badge>
      </div>
      <div className="grid gap-1 text-[0.8125rem]">{children}</div>
    </section>
  )
}

/** Why the latest job failed, with a link to more. */
function LastError({ error, texts }: { error: string | null; texts: Texts }) {
  if (!error) return null
  return (
    <p className="text-muted">
      {texts.lastError}: <code className="font-mono text-xs break-words">{error}</code>.{' '}
      {texts.seeLog}
    </p>
  )
}
