import { notFound } from 'next/navigation'
import { revertMailText } from '@/app/dashboard/settings/mail-texts/edit/actions'
import { TextForm, TextPreview } from '@/app/dashboard/settings/mail-texts/edit/text-editor'
import {
  mailTextAddress,
  readMailTextQuery,
} from '@/app/dashboard/settings/mail-texts/mail-texts-query'
import { lostUpdate } from '@/components/forms/lost-update'
import { PageForm } from '@/components/forms/page-form'
import { ConfirmPassword, SignInAgainCard } from '@/components/forms/reauthentication'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LinkTabs } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { formatMessage } from '@/lib/i18n/format'
import { locales } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { findReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { findMailText, findMailTextDraft } from '@/lib/messaging/mail/mail-text.store'
import { mailOf } from '@/lib/messaging/mail/mails'
import { builtInText } from '@/lib/messaging/mail/editable-text'
import { composeSample } from '@/lib/messaging/mail/sample-mail'
import { validText } from '@/lib/messaging/mail/stored-text'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { ownValue } from '@/lib/platform/own-value'
import { mailTextVersion, UNKNOWN_MAIL_TEXT_VERSION } from '@/lib/settings/mail-texts-area'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pagePath, parameter } from '@/lib/web/page-address'
import { pageNonce } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/settings/mail-texts/edit')

export const generateMetadata = page.composeTitle(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const mail = readMailTextQuery(parameter(await searchParams, 'mail'))
  if (!mail) return messages.pages.notFound.title
  return pageTitle(mailOf(mail.kind).texts[locale].name, messages.brand.mailTexts.title)
})

/**
 * One email in one language: its text, a preview, and the form to restore the built-in text.
 * `?preview` shows the text as last typed. A stored text that is no longer valid stays in the form;
 * the preview shows the built-in one, which is in effect.
 */
export default page.render(async ({ principal, profile, searchParams }) => {
  const search = await searchParams
  const mail = readMailTextQuery(parameter(search, 'mail'))
  if (!mail) notFound()
  const { locale, messages } = await pageLanguage()
  const texts = messages.brand.mailTexts
  const { name } = mailOf(mail.kind).texts[locale]
  const preview = parameter(search, 'preview')
  const [stored, draft, proof, outcome, nonce] = await Promise.all([
    findMailText(db(), mail),
    preview ? findMailTextDraft(db(), principal.userId, mail) : null,
    findReauthMethod(principal, now()),
    readOutcome(),
    pageNonce(),
  ])
  const saved = stored ?? builtInText(mail.kind, mail.locale)
  const text = draft?.text ?? saved
  const current = mailTextVersion(saved)
  // The current text may be newer than the one that the draft was typed over.
  const version = draft ? (draft.baseVersion ?? UNKNOWN_MAIL_TEXT_VERSION) : current
  const isInvalid = !draft && stored !== null && validText(mail, stored) === null
  const shown = isInvalid ? builtInText(mail.kind, mail.locale) : text
  const sample = composeSample(mail, shown, { to: profile.email, now: now() })
  const confirm =
    proof === 'sign-in' ? (
      <SignInAgainCard messages={messages} here={mailTextAddress(mail)} />
    ) : (
      <ConfirmPassword proof={proof} email={profile.email} messages={messages} />
    )
  return (
    <>
      <PageHeader
        title={name}
        back={{ href: pagePath('/dashboard/settings/mail-texts'), label: texts.back }}
      >
        <LinkTabs
          label={texts.languages}
          loadsPage
          tabs={locales.map((each) => ({
            href: mailTextAddress({ ...mail, locale: each }),
            label: messages.shell.languageNames[each],
            current: each === mail.locale,
          }))}
        />
      </PageHeader>
      <LiveRegion role="status" className="mb-4">
        <ResultNotice outcome={outcome} unsaved={draft !== null} texts={texts} />
      </LiveRegion>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {isInvalid ? <Alert tone="warning">{texts.invalid}</Alert> : null}
        <TextForm mail={mail} text={text} version={version} locale={locale} messages={messages}>
          {confirm}
        </TextForm>
        <TextPreview
          mail={mail}
          sample={sample}
          format={preview === 'text' ? 'text' : 'html'}
          nonce={nonce ?? ''}
          texts={texts}
        />
        {stored && proof !== 'sign-in' ? (
          <Card>
            <CardHeader
              title={formatMessage(texts.revertTitle, { mail: name })}
              lead={texts.revertText}
            />
            <CardBody>
              <PageForm
                action={revertMailText}
                locale={locale}
                intent="revert"
                {...lostUpdate(messages, mailTextAddress(mail))}
              >
                <input type="hidden" name="version" value={current} />
                <ConfirmPassword proof={proof} email={profile.email} messages={messages} />
                <div>
                  <SubmitButton variant="dangerOutline" pendingText={messages.forms.pending}>
                    {texts.revert}
                  </SubmitButton>
                </div>
              </PageForm>
            </CardBody>
          </Card>
        ) : null}
      </div>
    </>
  )
})

interface ResultNoticeProps {
  outcome: FormOutcome | null
  unsaved: boolean
  texts: Messages['brand']['mailTexts']
}

function ResultNotice({ outcome, unsaved, texts }: ResultNoticeProps) {
  const said: Partial<Record<string, string>> = {
    mail_text_saved: texts.saved,
    mail_text_reverted: texts.reverted,
    mail_text_test_sent: texts.testSent,
    mail_text_test_failed: texts.testFailed,
  }
  const text = ownValue(said, outcome?.notice)
  const detail = outcome?.values?.detail
  if (!text) return unsaved ? <Alert>{texts.unsaved}</Alert> : null
  return (
    <Alert tone={outcome?.notice === 'mail_text_test_failed' ? 'danger' : 'success'}>
      <p>{text}</p>
      {detail ? <p className="mt-1 font-mono text-[0.8125rem] break-words">{detail}</p> : null}
    </Alert>
  )
}
