import { saveNotificationPreferences } from '@/app/dashboard/account/notifications/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody } from '@/components/ui/card'
import { CheckField } from '@/components/forms/choice-lists'
import { TextLink } from '@/components/ui/links'
import { formatMessage } from '@/lib/i18n/format'
import { getNotificationPreferences } from '@/lib/messaging/notifications/notification-preferences'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/account/notifications')

export const generateMetadata = page.metadata

/**
 * The channels on which the user receives notifications. Emails other than security notices link
 * here.
 */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.notificationPages.preferences
  const found = await getNotificationPreferences(principal)
  const chosen = found.ok ? found.preferences : null
  const phone = profile.phone_verified ? profile.phone : null
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Card>
        <CardBody>
          <PageForm
            action={saveNotificationPreferences}
            locale={locale}
            intent="save"
            outcome={await readOutcome()}
            notices={{ announcements_saved: texts.saved }}
            className="gap-5"
          >
            <CheckField
              name="inbox"
              label={texts.inbox}
              hint={texts.inboxHint}
              preset={chosen?.inbox ?? true}
            />
            <CheckField
              name="email"
              label={texts.email}
              hint={formatMessage(texts.emailHint, { email: profile.email })}
              preset={chosen?.email ?? true}
            />
            <CheckField
              name="sms"
              label={texts.sms}
              hint={phone ? formatMessage(texts.smsHint, { phone }) : texts.smsMissing}
              preset={chosen?.sms ?? true}
            />
            <CheckField
              name="security_sms"
              label={texts.securitySms}
              hint={texts.securitySmsHint}
              preset={chosen?.security_sms ?? false}
            />
            <p>
              <TextLink alone href="/dashboard/account/phone">
                {phone ? texts.changePhone : texts.addPhone}
              </TextLink>
            </p>
            <Alert>{texts.security}</Alert>
            <div>
              <SubmitButton pendingText={messages.forms.pending}>{texts.save}</SubmitButton>
            </div>
          </PageForm>
        </CardBody>
      </Card>
    </>
  )
})
