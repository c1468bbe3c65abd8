import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/data-table/list-parts'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { LinkTabs } from '@/components/ui/links'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import {
  OUTBOX_BOXES,
  OUTBOX_SIZE,
  type OutboxBox,
  type OutboxMail,
  readOutbox,
} from '@/lib/messaging/mail/local-outbox'
import { definePage } from '@/lib/web/define-page'
import { mailPreview } from '@/lib/web/mail-preview'
import { pageAddress, parameter } from '@/lib/web/page-address'
import { pageNonce } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

const PATH = '/local/outbox'

const page = definePage(PATH)

export const generateMetadata = page.metadata

/**
 * Emails as the log mailer of local mode printed them; in other modes this page does not exist.
 * `?box` switches between account emails and mailings, `?preview` shows the HTML of one.
 */
export default page.render(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.outbox
  const boxes = readOutbox()
  if (!boxes) notFound()
  const search = await searchParams
  const box = OUTBOX_BOXES.find((name) => name === parameter(search, 'box')) ?? 'account'
  const preview = parameter(search, 'preview')
  const nonce = (await pageNonce()) ?? ''
  const mails = boxes[box]
  return (
    <>
      <PageHeader title={texts.title} lead={formatMessage(texts.lead, { max: OUTBOX_SIZE })}>
        <a className={buttonClasses({ variant: 'outline', size: 'sm' })} href={addressOf(box)}>
          {texts.reload}
        </a>
      </PageHeader>
      <div className="mb-4">
        <LinkTabs
          label={texts.boxes}
          tabs={OUTBOX_BOXES.map((name) => ({
            href: addressOf(name),
            label: formatMessage(texts.boxNames[name], { count: boxes[name].length }),
            current: name === box,
          }))}
        />
      </div>
      {mails.length > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {mails.map((mail) => (
            <OutboxMailCard
              key={mail.id}
              mail={mail}
              previewed={mail.id === preview}
              toggleHref={`${addressOf(box, mail.id === preview ? null : mail.id)}#${mail.id}`}
              nonce={nonce}
              locale={locale}
              texts={texts}
            />
          ))}
        </div>
      ) : (
        <Card>
          <EmptyState {...texts.empty[box]} />
        </Card>
      )}
    </>
  )
})

function addressOf(box: OutboxBox, preview: string | null = null): string {
  return pageAddress(PATH, { box: box === 'account' ? null : box, preview })
}

interface OutboxMailCardProps {
  mail: OutboxMail
  /** Whether the HTML is shown instead of the text. */
  previewed: boolean
  /** The URL that shows the other format. */
  toggleHref: string
  nonce: string
  locale: Locale
  texts: Messages['outbox']
}

/** One email: as text with working links, or as the HTML that mail programs show. */
function OutboxMailCard({
  mail,
  previewed,
  toggleHref,
  nonce,
  locale,
  texts,
}: OutboxMailCardProps) {
  const { id, to, subject, text, html, sentAt } = mail
  return (
    <Card id={id} className="scroll-mt-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-4 sm:px-6">
        <div className="min-w-0">
          <h2 className="text-base font-semibold tracking-tight break-words">{subject}</h2>
          <p className="mt-1 text-[0.8125rem] break-words text-muted">
            {texts.to}: {to} · <LocalTime at={sentAt.toISOString()} locale={locale} />
          </p>
        </div>
        {/* A full page load: the frame needs the CSP nonce that came with the document. */}
        {html === null ? null : (
          <a className={buttonClasses({ variant: 'outline', size: 'sm' })} href={toggleHref}>
            {previewed ? texts.showText : texts.showHtml}
          </a>
        )}
      </header>
      {previewed && html !== null ? (
        // Sandboxed without scripts, forms and navigation: the preview is only for viewing.
        <iframe
          sandbox=""
          srcDoc={mailPreview(html, nonce)}
          title={formatMessage(texts.html, { subject })}
          className="block h-[36rem] w-full"
        />
      ) : (
        <CardBody>
          <div
            role="group"
            aria-label={formatMessage(texts.text, { subject })}
            className="break-words whitespace-pre-wrap"
          >
            {withLinks(text.trimEnd())}
          </div>
        </CardBody>
      )}
    </Card>
  )
}

/** The text with its URLs as links; everything else stays text. */
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
