import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OutboxMailCard } from '@/app/local/outbox/outbox-mail-card'
import { NothingHere } from '@/components/data-table/nothing-here'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LinkTabs } from '@/components/ui/link-tabs'
import { formatMessage } from '@/lib/i18n/format-message'
import { OUTBOX_BOXES, OUTBOX_KEEPS, readOutbox, type OutboxBox } from '@/lib/mail/local-outbox'
import { pageAddress } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/page-language'
import { pageNonce } from '@/lib/web/page-nonce'
import { parameter, type SearchParams } from '@/lib/web/search-params'

const PATH = '/local/outbox'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.outbox.title }
}

/**
 * Mails as the log mailer of local mode printed them; everywhere else there is no such page. `?box` chooses between mails about an
 * account and mailings, `?preview` shows the HTML of one.
 */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { locale, messages } = await pageLanguage()
  const texts = messages.outbox
  const boxes = readOutbox()
  if (!boxes) notFound()
  const asked = await searchParams
  const box = OUTBOX_BOXES.find((name) => name === parameter(asked, 'box')) ?? 'account'
  const preview = parameter(asked, 'preview')
  const nonce = (await pageNonce()) ?? ''
  const mails = boxes[box]
  return (
    <>
      <PageHeader title={texts.title} lead={formatMessage(texts.lead, { max: OUTBOX_KEEPS })}>
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
          <NothingHere {...texts.empty[box]} />
        </Card>
      )}
    </>
  )
}

function addressOf(box: OutboxBox, preview: string | null = null): string {
  return pageAddress(PATH, { box: box === 'account' ? null : box, preview })
}
