import { requestCode } from '@/app/dashboard/account/phone/actions'
import { ConfirmCode, CurrentNumber } from '@/app/dashboard/account/phone/phone-cards'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import { getPhoneState } from '@/lib/messaging/sms/get-phone-state'
import { ownValue } from '@/lib/platform/own-value'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/account/phone')

export const generateMetadata = page.metadata

/**
 * The user's own phone number: the current one, the form to change it, and the code that confirms a
 * new one.
 */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const { phone: texts, forms } = messages
  const outcome = await readOutcome()
  const { waiting, optedOut } = await getPhoneState(principal)
  const noticeTexts: Record<string, string> = {
    phone_code_sent: texts.codeSent,
    phone_confirmed: texts.confirmed,
    phone_removed: texts.removed,
  }
  const notice = ownValue(noticeTexts, outcome?.notice)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <LiveRegion role="status" className="mb-4">
        {notice ? <Alert tone="success">{notice}</Alert> : null}
      </LiveRegion>
      <RefusalAlert outcome={outcome} locale={locale} forms={['remove']} />
      <div className="grid gap-6">
        {waiting ? (
          <ConfirmCode waiting={waiting} locale={locale} messages={messages} outcome={outcome} />
        ) : null}
        <CurrentNumber
          phone={profile.phone}
          verified={profile.phone_verified}
          optedOut={optedOut}
          locale={locale}
          messages={messages}
        />
        <Card>
          <CardHeader title={texts.changeTitle} lead={texts.changeText} />
          <CardBody>
            <PageForm
              onlyField="phone"
              action={requestCode}
              locale={locale}
              intent="request"
              outcome={outcome}
              className="max-w-md"
            >
              <Field
                name="phone"
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                maxLength={32}
                required
                label={texts.number}
                hint={texts.numberHint}
              />
              <div>
                <SubmitButton pendingText={forms.pending}>{texts.sendCode}</SubmitButton>
              </div>
            </PageForm>
          </CardBody>
        </Card>
      </div>
    </>
  )
})
