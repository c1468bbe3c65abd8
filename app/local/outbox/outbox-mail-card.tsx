import type { ReactNode } from 'react'
import { Card, CardBody } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { OutboxMail } from '@/lib/mail/local-outbox'

interface OutboxMailCardProps {
  mail: OutboxMail
  locale: Locale
  texts: Messages['outbox']
}

/** One mail, as text; its links lead where they would from a mailbox. */
export function OutboxMailCard({ mail: { to, subject, text, sentAt }, locale, texts }: OutboxMailCardProps) {
  return (
    <Card>
      <header className="border-b border-line px-5 py-4 sm:px-6">
        <h2 className="text-base font-semibold tracking-tight break-words">{subject}</h2>
        <p className="mt-1 text-[0.8125rem] break-words text-muted">
          {texts.to}: {to} · <LocalTime at={sentAt.toISOString()} locale={locale} />
        </p>
      </header>
      <CardBody>
        <div
          role="group"
          aria-label={formatMessage(texts.text, { subject })}
          className="break-words whitespace-pre-wrap"
        >
          {withLinks(text.trimEnd())}
        </div>
      </CardBody>
    </Card>
  )
}

/** The text with its web addresses as links; everything else stays text. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <a
        key={i}
        href={part}
        className="rounded-xs font-medium break-all text-accent underline decoration-line-strong underline-offset-3 hover:decoration-current"
      >
        {part}
      </a>
    ),
  )
}
