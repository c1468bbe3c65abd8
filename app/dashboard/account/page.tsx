import type { Metadata } from 'next'
import { saveProfile } from '@/app/dashboard/account/actions'
import { AvatarCard } from '@/app/dashboard/account/avatar-card'
import { Field } from '@/components/forms/field'
import { PageForm } from '@/components/forms/page-form'
import { SelectField } from '@/components/forms/select-field'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { VerifiedBadge } from '@/components/ui/verified-badge'
import { listIdentities } from '@/lib/auth/list-identities'
import { locales } from '@/lib/i18n/locale'
import { pageLanguage } from '@/lib/web/page-language'
import { readOutcome } from '@/lib/web/form-outcome'
import { requirePage } from '@/lib/web/require-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.account.profile.title }
}

/** One's own profile: name and language; the e-mail address is shown. */
export default async function Page() {
  const { principal, profile } = await requirePage('/dashboard/account')
  const { locale, messages } = await pageLanguage()
  const { account, forms, shell } = messages
  const texts = account.profile
  const listed = await listIdentities(principal)
  const hasPassword = !listed.ok || listed.hasPassword
  const outcome = await readOutcome()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <div className="grid gap-6">
        <Card>
          <CardHeader title={texts.identityTitle} />
          <CardBody>
            <PageForm
              action={saveProfile}
              locale={locale}
              outcome={outcome}
              notices={{ profile_saved: texts.saved }}
              values={{ name: profile.name ?? '', locale: profile.locale ?? '' }}
              className="max-w-md"
            >
              <Field
                name="name"
                autoComplete="name"
                maxLength={100}
                label={forms.name}
                hint={texts.nameHint}
              />
              <SelectField
                name="locale"
                label={texts.localeLabel}
                hint={texts.localeHint}
                options={[
                  { value: '', label: texts.localeAutomatic },
                  ...locales.map((value) => ({ value, label: shell.languageNames[value] })),
                ]}
              />
              <div>
                <SubmitButton pendingText={forms.pending}>{texts.save}</SubmitButton>
              </div>
            </PageForm>
          </CardBody>
        </Card>
        <AvatarCard profile={profile} outcome={outcome} locale={locale} messages={messages} />
        <Card>
          <CardHeader
            title={texts.emailTitle}
            lead={hasPassword ? texts.emailText : texts.emailTextExternal}
          />
          <CardBody>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 font-medium break-all">{profile.email}</span>
              <VerifiedBadge verified={profile.email_verified} texts={account} />
            </p>
          </CardBody>
          <CardFooter>
            <TextLink alone href="/dashboard/account/email">
              {messages.ownAccount.email.change}
            </TextLink>
          </CardFooter>
        </Card>
      </div>
    </>
  )
}
