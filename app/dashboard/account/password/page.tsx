import type { Metadata } from 'next'
import { NewPasswordField } from '@/components/forms/new-password-field'
import { PageForm } from '@/components/forms/page-form'
import { PasswordField } from '@/components/forms/password-field'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { pageLanguage } from '@/lib/web/page-language'
import { readFlash } from '@/lib/web/read-flash'
import { requirePage } from '@/lib/web/require-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.account.password.title }
}

/** Change one's password: the current one is asked for, all other devices are signed out. */
export default async function Page() {
  const { profile } = await requirePage('/dashboard/account/password')
  const { locale, messages } = await pageLanguage()
  const { account, forms } = messages
  const texts = account.password
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Card>
        <CardHeader title={texts.cardTitle} />
        <CardBody>
          <PageForm
            locale={locale}
            flash={await readFlash()}
            notices={{ password_changed: texts.changed }}
            className="max-w-md"
          >
            {/* Tells password managers whose password it is. */}
            <input
              type="text"
              name="username"
              autoComplete="username"
              defaultValue={profile.email}
              readOnly
              hidden
            />
            <PasswordField
              name="current_password"
              autoComplete="current-password"
              label={forms.currentPassword}
              texts={{ showPassword: forms.showPassword, hidePassword: forms.hidePassword }}
              aside={
                <TextLink alone href="/auth/forgot-password" className="text-[0.8125rem]">
                  {texts.forgot}
                </TextLink>
              }
            />
            <NewPasswordField locale={locale} name="new_password" label={forms.newPassword} />
            <div>
              <SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>
            </div>
          </PageForm>
        </CardBody>
      </Card>
    </>
  )
}
