import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { enterCode } from '@/app/auth/email-code/actions'
import { UnsentMailHint } from '@/app/auth/mailed-links'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { formatMessage } from '@/lib/i18n/format'
import { inspectEmailCode } from '@/lib/identity/email-code/sign-in-with-code'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'
import { loginPath, withNext } from '@/lib/web/safe-redirect'
import { emailCodeCookie } from '@/lib/web/sign-in-cookies'

const page = definePage('/auth/email-code/enter')

export const generateMetadata = page.metadata

/** Asks for the emailed code. Looks the same whether the address has an account or not. */
export default page.render(async ({ searchParams }) => {
  const next = parameter(await searchParams, 'next')
  const again = withNext('/auth/email-code', next)
  const secret = emailCodeCookie.read((await headers()).get('cookie'))
  const email = secret && (await inspectEmailCode({ secret, now: now() }))
  if (!email) redirect(again)
  const { locale, messages } = await pageLanguage()
  const { emailCode, forms, shell } = messages
  const texts = emailCode.enter
  return (
    <AuthCard
      heading={texts.heading}
      lead={formatMessage(texts.lead, { email })}
      homeLabel={shell.home}
      footer={
        <>
          <TextLink alone href={again}>
            {texts.again}
          </TextLink>
          <span aria-hidden>·</span>
          <TextLink alone href={loginPath(next)}>
            {emailCode.toLogin}
          </TextLink>
        </>
      }
    >
      <div className="grid gap-4">
        <UnsentMailHint />
        <PageForm onlyField="code" action={enterCode} locale={locale} outcome={await readOutcome()}>
          <Field
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            required
            className="h-11 text-center font-mono text-xl tracking-[0.35em] sm:text-xl"
            label={texts.code}
          />
          <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
            {texts.submit}
          </SubmitButton>
        </PageForm>
        <p className="text-center text-[0.8125rem] text-balance text-muted">{texts.spam}</p>
      </div>
    </AuthCard>
  )
})
