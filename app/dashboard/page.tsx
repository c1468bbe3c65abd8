import { ChevronRight } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ActivityCard } from '@/app/dashboard/activity-card'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { VerifiedBadge } from '@/components/ui/verified-badge'
import { findMfaState } from '@/lib/auth/find-mfa-state'
import { listIdentities } from '@/lib/auth/list-identities'
import { listOwnSessions } from '@/lib/auth/list-own-sessions'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import { formatDay } from '@/lib/i18n/format-time'
import { FEW_RECOVERY_CODES } from '@/lib/web/few-recovery-codes'
import { can } from '@/lib/rbac/can'
import { pageLanguage } from '@/lib/web/page-language'
import { requirePage } from '@/lib/web/require-page'
import { parameter, type SearchParams } from '@/lib/web/search-params'
import { visibleRoutes } from '@/lib/web/visible-routes'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.account.home.title }
}

const COUNTED_SESSIONS = 50

/** The dashboard's home: the account at a glance and where to go next. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { principal, profile } = await requirePage('/dashboard')
  const { locale, messages } = await pageLanguage()
  const { account, ownAccount, shell, twoStep } = messages
  const { home } = account
  const listed = await listOwnSessions(principal, { limit: COUNTED_SESSIONS })
  const waysIn = await listIdentities(principal)
  const hasPassword = !waysIn.ok || waysIn.hasPassword
  const codesLeft = profile.mfa_enabled ? (await findMfaState(principal)).codesLeft : null
  const range = parameter(await searchParams, 'range') === '30d' ? '30d' : '24h'
  const administration = visibleRoutes(principal).filter(({ group }) => group === 'administration')
  return (
    <>
      <PageHeader
        title={profile.name ? formatMessage(home.greeting, { name: profile.name }) : home.greetingPlain}
        lead={home.lead}
      />
      <div className="grid gap-6">
        {codesLeft !== null && codesLeft <= FEW_RECOVERY_CODES ? (
          <Alert tone="warning">
            {formatCount(twoStep.home.few, codesLeft, locale)}{' '}
            <TextLink href="/dashboard/account/security">{twoStep.home.fewAction}</TextLink>
          </Alert>
        ) : null}
        <Card>
          <dl className="grid gap-px bg-line sm:grid-cols-2">
            <Fact term={home.email}>
              <span className="min-w-0 truncate">{profile.email}</span>
              <VerifiedBadge verified={profile.email_verified} texts={account} />
            </Fact>
            <Fact term={home.roles}>
              {profile.roles.map((role) => (
                <Badge key={role} tone={role === 'admin' ? 'accent' : 'neutral'}>
                  {role}
                </Badge>
              ))}
            </Fact>
            <Fact term={home.sessions}>
              {listed.ok
                ? formatCount(home.sessionCount, listed.sessions.length, locale, listed.nextCursor !== null)
                : null}
            </Fact>
            <Fact term={home.memberSince}>{formatDay(new Date(profile.created_at), locale)}</Fact>
          </dl>
        </Card>
        {can(principal, 'audit:list') ? (
          <ActivityCard range={range} locale={locale} texts={messages.activity} />
        ) : null}
        <Card>
          <CardHeader title={home.nextTitle} />
          <CardBody className="px-0 pt-3 pb-1 sm:px-0">
            <ul className="divide-y divide-line border-t border-line">
              {profile.name ? null : (
                <Step href="/dashboard/account" title={home.nextName} text={home.nextNameText} />
              )}
              {profile.mfa_enabled ? null : (
                <Step
                  href="/dashboard/account/security"
                  title={twoStep.home.nextTitle}
                  text={twoStep.home.nextText}
                />
              )}
              <Step
                href="/dashboard/account/sessions"
                title={home.nextSessions}
                text={home.nextSessionsText}
              />
              <Step
                href="/dashboard/account/password"
                title={hasPassword ? home.nextPassword : ownAccount.home.setPassword}
                text={hasPassword ? home.nextPasswordText : ownAccount.home.setPasswordText}
              />
            </ul>
          </CardBody>
        </Card>
        {administration.length > 0 ? (
          <Card>
            <CardHeader title={home.adminTitle} lead={home.adminText} />
            <CardBody className="px-0 pt-3 pb-1 sm:px-0">
              <ul className="divide-y divide-line border-t border-line">
                {administration.map(({ path, label }) => (
                  <Step
                    key={path}
                    href={path}
                    title={shell.navigationItems[label]}
                    text={home.adminLeads[label]}
                  />
                ))}
              </ul>
            </CardBody>
          </Card>
        ) : null}
      </div>
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 bg-surface px-5 py-4 sm:px-6">
      <dt className="text-[0.8125rem] text-muted">{term}</dt>
      <dd className="flex min-h-6 min-w-0 flex-wrap items-center gap-2 font-medium">{children}</dd>
    </div>
  )
}

function Step({ href, title, text }: { href: string; title: string; text: string | undefined }) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="group flex items-center justify-between gap-4 px-5 py-3 transition-colors hover:bg-subtle focus-visible:-outline-offset-2 sm:px-6"
      >
        <span>
          <span className="block font-medium">{title}</span>
          {text ? <span className="block text-[0.8125rem] text-muted">{text}</span> : null}
        </span>
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
        />
      </Link>
    </li>
  )
}
