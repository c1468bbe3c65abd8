import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { verifyPasskey, verifySecondStep } from '@/app/auth/mfa/actions'
import { FormCheckbox } from '@/components/forms/choice-lists'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { PasskeyForm } from '@/components/passkeys/passkey-form'
import { TextLink } from '@/components/ui/links'
import { settings } from '@/lib/config/settings'
import { mayUsePasskey } from '@/lib/identity/passkeys/passkey-options'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'
import { loginPath } from '@/lib/web/safe-redirect'
import { mfaCookie } from '@/lib/web/sign-in-cookies'
import { secondStepPath } from '@/lib/web/sign-in-steps'
import { webRequestContext } from '@/lib/web/web-context'

const page = definePage('/auth/mfa')

export const generateMetadata = page.metadata

/**
 * Two-step verification at sign-in: a code from the authenticator app or, with `?use=recovery`, a
 * recovery code. Both are the field `code`. All that the page reveals about the account, to someone
 * who passed the first step in this browser and not long ago, is whether it has a passkey. Only the
 * forms say that a challenge has expired.
 */
export default page.render(async ({ searchParams }) => {
  const query = await searchParams
  const next = parameter(query, 'next')
  const requestHeaders = await headers()
  const mfaToken = mfaCookie.read(requestHeaders.get('cookie'))
  if (!mfaToken) redirect(loginPath(next))
  const recovery = parameter(query, 'use') === 'recovery'
  const { locale, messages } = await pageLanguage()
  const { forms, shell } = messages
  const texts = messages.twoStep.step
  return (
    <AuthCard
      heading={recovery ? texts.recoveryHeading : texts.heading}
      lead={recovery ? texts.recoveryLead : texts.lead}
      homeLabel={shell.home}
      footer={
        <>
          <TextLink alone href={secondStepPath(next, !recovery)}>
            {recovery ? texts.toApp : texts.toRecovery}
          </TextLink>
          <span aria-hidden>·</span>
          <TextLink alone href={loginPath(next)}>
            {texts.startAgain}
          </TextLink>
        </>
      }
    >
      <PageForm
        key={recovery ? 'recovery' : 'app'}
        onlyField="code"
        action={verifySecondStep}
        locale={locale}
        outcome={await readOutcome()}
        problemTexts={{ account_locked: texts.locked }}
      >
        {recovery ? (
          <Field
            key="recovery"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
            required
            className="font-mono"
            label={texts.recoveryCode}
          />
        ) : (
          <Field
            key="app"
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            required
            className="h-11 text-center font-mono text-xl tracking-[0.35em] sm:text-xl"
            label={texts.code}
          />
        )}
        {settings().mfa.trustedBrowsers && !recovery ? (
          <label className="flex min-h-6 items-start gap-2.5 text-sm">
            <FormCheckbox name="trust" value="on" className="mt-0.5" />
            {texts.trust}
          </label>
        ) : null}
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {texts.submit}
        </SubmitButton>
      </PageForm>
      {(await mayUsePasskey(mfaToken, webRequestContext(requestHeaders))) ? (
        <PasskeyForm
          use="second_step"
          action={verifyPasskey}
          locale={locale}
          label={messages.passkeys.useInstead}
        />
      ) : null}
    </AuthCard>
  )
})
