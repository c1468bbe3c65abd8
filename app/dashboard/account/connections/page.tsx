import { ConnectionRow } from '@/app/dashboard/account/connections/connection-row'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { enabledProviders, providerLabel } from '@/lib/config/providers/enabled-providers'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { listIdentities } from '@/lib/identity/oauth/own-identities'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/account/connections')

export const generateMetadata = page.metadata

/** The external accounts the user can sign in with: connect and disconnect. */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.account.connections
  const at = now()
  const listed = await listIdentities(principal, at)
  const none = { identities: [], needed: [], hasPassword: true, needsRecentSignIn: false } as const
  const state = listed.ok ? listed : { ...none, disconnectProof: 'recent' as const }
  const connectProof = state.hasPassword ? 'password' : 'sign-in'
  const enabled = enabledProviders()
  const providers = new Set([...enabled, ...state.identities.map(({ provider }) => provider)])
  const shown = [...providers].map((provider) => ({
    provider,
    enabled: enabled.includes(provider),
    identity: state.identities.find((identity) => identity.provider === provider) ?? null,
  }))
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <ResultNotice outcome={await readOutcome()} locale={locale} messages={messages} />
      <Card>
        {shown.length === 0 ? (
          <CardBody className="text-muted">{texts.none}</CardBody>
        ) : (
          <ul className="divide-y divide-line">
            {shown.map((row) => (
              <ConnectionRow
                key={row.provider}
                {...row}
                last={state.needed.some((provider) => provider === row.provider)}
                connectProof={state.needsRecentSignIn ? connectProof : 'recent'}
                disconnectProof={state.disconnectProof}
                owner={profile.email}
                locale={locale}
                messages={messages}
                at={at}
              />
            ))}
          </ul>
        )}
      </Card>
      {shown.length === 0 ? null : <p className="mt-4 text-pretty text-muted">{texts.note}</p>}
    </>
  )
})

/** The result of a connection attempt, or of a form submitted without JavaScript. */
function ResultNotice({ outcome, locale, messages }: ResultNoticeProps) {
  const texts = messages.account.connections
  const provider = outcome?.values?.provider
  const text =
    outcome?.notice === 'identity_linked'
      ? texts.connectedNow
      : outcome?.notice === 'identity_unlinked'
        ? texts.disconnected
        : null
  return (
    <>
      <LiveRegion role="status" className="mb-4">
        {text && provider ? (
          <Alert tone="success">{formatMessage(text, { provider: providerLabel(provider) })}</Alert>
        ) : null}
      </LiveRegion>
      <RefusalAlert
        outcome={outcome}
        locale={locale}
        recoveryActions={{
          last_way_in: (
            <TextLink alone href="/dashboard/account/password">
              {texts.setPassword}
            </TextLink>
          ),
        }}
      />
    </>
  )
}

interface ResultNoticeProps {
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}
