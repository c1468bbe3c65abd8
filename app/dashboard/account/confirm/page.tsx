import { confirmWithPasskey } from '@/app/dashboard/account/confirm/actions'
import { PageHeader } from '@/components/layout/page-header'
import { PasskeyForm } from '@/components/passkeys/passkey-form'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'
import { nextPathOrHome } from '@/lib/web/safe-redirect'

const page = definePage('/dashboard/account/confirm')

export const generateMetadata = page.metadata

/** Proves with a passkey that the account is the user's, and returns to the page `?next`. */
export default page.render(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const { confirm, useInstead } = messages.passkeys
  return (
    <>
      <PageHeader title={confirm.title} lead={confirm.lead} />
      <Card>
        <CardBody className="grid justify-items-start gap-4">
          <PasskeyForm
            use="reauthenticate"
            action={confirmWithPasskey}
            locale={locale}
            outcome={await readOutcome()}
            label={useInstead}
            unavailable={confirm.unavailable}
          />
          <TextLink alone href={nextPathOrHome(parameter(await searchParams, 'next'))}>
            {confirm.back}
          </TextLink>
        </CardBody>
      </Card>
    </>
  )
})
