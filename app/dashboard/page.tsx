import { headers } from 'next/headers'
import { offerPasskey } from '@/app/dashboard/actions'
import { ActivityCard } from '@/app/dashboard/home/activity-card'
import { ChecklistCard } from '@/app/dashboard/home/checklist-card'
import { HealthCard } from '@/app/dashboard/home/health-card'
import { OwnAccount } from '@/app/dashboard/home/own-account'
import { OwnSteps } from '@/app/dashboard/home/own-steps'
import { UserTiles } from '@/app/dashboard/home/user-tiles'
import { PageHeader } from '@/components/layout/page-header'
import { PasskeyOffer } from '@/components/passkeys/passkey-offer'
import { Alert } from '@/components/ui/alert'
import { LiveRegion } from '@/components/ui/live-region'
import { findActivity } from '@/lib/audit/activity'
import { isHiddenFromProxies } from '@/lib/http/pages/page-gate'
import { formatMessage } from '@/lib/i18n/format'
import { findAccountSafety } from '@/lib/identity/mfa/mfa-state'
import { isOfferOpen } from '@/lib/identity/passkeys/own-passkeys'
import { now } from '@/lib/platform/clock'
import { can } from '@/lib/platform/request-context'
import { getOverview } from '@/lib/users/overview'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard')

export const generateMetadata = page.metadata

/**
 * The dashboard's home: an overview of the service, as far as the viewer may see it, and the
 * viewer's own account.
 */
export default page.render(async ({ principal, profile, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.home
  const outcome = await readOutcome()
  const at = now()
  const range = parameter(await searchParams, 'range') === '30d' ? '30d' : '24h'
  const [overview, activity, safety, offerOpen] = await Promise.all([
    getOverview(principal, at),
    findActivity(principal, range, at),
    findAccountSafety(principal, { mfaEnabled: profile.mfa_enabled }),
    isOfferOpen(principal),
  ])
  const { users, health, checklist } = overview
  const hasOutbox = health?.mailDriver === 'log' && !isHiddenFromProxies(await headers())
  const isOpen = checklist.some(({ done }) => !done)
  const seesService = users !== null || health !== null || activity !== null
  const mayInvite = can(principal, 'users:activate') && can(principal, 'users:role:change')
  const mayManage = can(principal, 'settings:manage')
  return (
    <>
      <PageHeader
        title={
          profile.name ? formatMessage(texts.greeting, { name: profile.name }) : texts.greetingPlain
        }
        lead={seesService ? texts.leadService : texts.lead}
      />
      <LiveRegion role="status" className="mb-4">
        {outcome?.notice === 'email_verified' ? (
          <Alert tone="success">{texts.emailVerified}</Alert>
        ) : null}
      </LiveRegion>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6" data-wide={seesService || undefined}>
        <PasskeyOffer take={offerPasskey} open={offerOpen} texts={messages.passkeys.offer} />
        {users ? <UserTiles numbers={users} locale={locale} texts={texts.users} /> : null}
        {activity ? (
          <ActivityCard
            activity={activity}
            range={range}
            mayOpenTrail={can(principal, 'audit:list')}
            locale={locale}
            texts={messages.activity}
          />
        ) : null}
        {health || isOpen ? (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:has-[>:nth-child(2)]:grid-cols-2">
            {isOpen ? (
              <ChecklistCard
                items={checklist}
                mayInvite={mayInvite}
                mayManage={mayManage}
                locale={locale}
                texts={texts.checklist}
              />
            ) : null}
            {health ? (
              <HealthCard
                health={health}
                hasOutbox={hasOutbox}
                mayManage={mayManage}
                locale={locale}
                messages={messages}
              />
            ) : null}
          </div>
        ) : null}
        {principal.impersonator ? null : (
          <OwnSteps
            hasName={profile.name !== null}
            {...safety}
            locale={locale}
            texts={texts.steps}
          />
        )}
        {seesService ? null : (
          <OwnAccount principal={principal} profile={profile} locale={locale} messages={messages} />
        )}
      </div>
    </>
  )
})
