import { mailTextAddress } from '@/app/dashboard/settings/mail-texts/mail-texts-query'
import { PageHeader } from '@/components/layout/page-header'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { textLinkClasses } from '@/components/ui/links'
import { type Locale, locales } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { type MailKind, mailOf } from '@/lib/messaging/mail/mails'
import { listMailTexts } from '@/lib/messaging/mail/mail-text.store'
import { builtInText, EDITABLE_MAILS } from '@/lib/messaging/mail/editable-text'
import { validText } from '@/lib/messaging/mail/stored-text'
import { db } from '@/lib/platform/db/database'
import { pageLanguage } from '@/lib/web/preferences'
import { definePage } from '@/lib/web/define-page'

const page = definePage('/dashboard/settings/mail-texts')

export const generateMetadata = page.metadata

/** Every email in every language, with the subject in effect and whether it was customized. */
export default page.render(async () => {
  const { locale: language, messages } = await pageLanguage()
  const texts = messages.brand.mailTexts
  const rows = await listMailTexts(db())
  const changedSubject = (kind: MailKind, locale: Locale): string | null => {
    const row = rows.find((each) => each.kind === kind && each.locale === locale)
    return (row && validText({ kind, locale }, row)?.subject) ?? null
  }
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={{ href: '/dashboard/settings', label: messages.settings.title }}
      />
      <Card>
        <ul className="divide-y divide-line">
          {EDITABLE_MAILS.map((kind) => (
            <li key={kind} className="grid gap-2 px-5 py-4 sm:px-6">
              <h2 className="text-sm font-semibold">{mailOf(kind).texts[language].name}</h2>
              <ul className="grid gap-1.5">
                {locales.map((locale) => (
                  <Entry
                    key={locale}
                    kind={kind}
                    name={mailOf(kind).texts[language].name}
                    locale={locale}
                    changed={changedSubject(kind, locale)}
                    messages={messages}
                  />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
})

interface EntryProps {
  kind: MailKind
  name: string
  locale: Locale
  /** The customized subject. */
  changed: string | null
  messages: Messages
}

function Entry({ kind, name, locale, changed, messages }: EntryProps) {
  const texts = messages.brand.mailTexts
  const language = messages.shell.languageNames[locale]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {/* A full page load: the preview frame needs the CSP nonce that came with the document. */}
      <a
        href={mailTextAddress({ kind, locale })}
        aria-label={`${texts.edit}: ${name}, ${language}`}
        className={textLinkClasses({ alone: true, className: 'w-20 shrink-0' })}
      >
        {language}
      </a>
      <span
        lang={locale}
        className="min-w-0 flex-1 basis-48 break-words text-muted max-sm:order-last max-sm:basis-full"
      >
        {changed ?? builtInText(kind, locale).subject}
      </span>
      <Badge tone={changed === null ? 'neutral' : 'accent'}>
        {changed === null ? texts.builtIn : texts.changed}
      </Badge>
    </li>
  )
}
