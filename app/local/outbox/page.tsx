import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OutboxMailCard } from '@/app/local/outbox/outbox-mail-card'
import { NothingHere } from '@/components/data-table/nothing-here'
import { PageHeader } from '@/components/layout/page-header'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format-message'
import { OUTBOX_KEEPS, readOutbox } from '@/lib/mail/local-outbox'
import { pageLanguage } from '@/lib/web/page-language'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.outbox.title }
}

/** Mails as the log mailer of local mode printed them. Everywhere else there is no such page. */
export default async function Page() {
  const { locale, messages } = await pageLanguage()
  const texts = messages.outbox
  const mails = readOutbox()
  if (!mails) notFound()
  return (
    <>
      <PageHeader title={texts.title} lead={formatMessage(texts.lead, { max: OUTBOX_KEEPS })}>
        <Button asChild variant="outline" size="sm">
          <a href="/local/outbox">{texts.reload}</a>
        </Button>
      </PageHeader>
      {mails.length > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {mails.map((mail) => (
            <OutboxMailCard key={mail.id} mail={mail} locale={locale} texts={texts} />
          ))}
        </div>
      ) : (
        <Card>
          <NothingHere title={texts.emptyTitle} text={texts.emptyText} />
        </Card>
      )}
    </>
  )
}
