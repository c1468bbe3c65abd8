import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { EmailCard } from '@/app/dashboard/users/[id]/email-card'
import { InvitationCard } from '@/app/dashboard/users/[id]/invitation-card'
import { PermissionsCard } from '@/app/dashboard/users/[id]/permissions-card'
import { ProfileCard } from '@/app/dashboard/users/[id]/profile-card'
import { RolesCard } from '@/app/dashboard/users/[id]/roles-card'
import { Said } from '@/app/dashboard/users/[id]/said'
import { SessionsCard } from '@/app/dashboard/users/[id]/sessions-card'
import { TrailCard } from '@/app/dashboard/users/[id]/trail-card'
import { UserHeading } from '@/app/dashboard/users/[id]/user-heading'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { WaysInCard } from '@/app/dashboard/users/[id]/ways-in-card'
import { MissingObject } from '@/app/missing-object'
import { listRecordsAbout } from '@/lib/audit/list-records-about'
import { findRecentProof } from '@/lib/auth/recent-proof'
import { now } from '@/lib/platform/clock'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import { findLimits } from '@/lib/users-admin/find-limits'
import { getUser } from '@/lib/users-admin/get-user'
import { getWaysIn, type WaysIn } from '@/lib/users-admin/get-ways-in'
import { listGrantedPermissions } from '@/lib/users-admin/list-granted-permissions'
import { listRoleChoices } from '@/lib/users-admin/list-role-choices'
import { countUserSessions, listUserSessions } from '@/lib/users-admin/list-user-sessions'
import type { ManagedUser } from '@/lib/users/present-managed-user'
import { MOVE_PERMISSIONS } from '@/lib/users/user-status'
import { pageLanguage } from '@/lib/web/page-language'
import { pageTitle } from '@/lib/web/page-title'
import { readOutcome } from '@/lib/web/form-outcome'
import { requirePage } from '@/lib/web/require-page'
import { parameter, type SearchParams } from '@/lib/web/search-params'
import { readShownOnce } from '@/lib/web/shown-once'

const SESSIONS_PER_PAGE = 10
const RECORDS = 10
/** What the forms of the page take: who holds none of it does not wonder where they are. */
const CHANGES = [
  ...Object.values(MOVE_PERMISSIONS),
  'users:role:change',
  'users:email:change:any',
] as const satisfies readonly PermissionName[]

interface PageProps {
  params: Promise<{ id: string }>
  searchParams: SearchParams
}

/** Asked once per request, for the title and the page alike. */
const findUser = cache(getUser)

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { principal } = await requirePage('/dashboard/users/[id]')
  const { messages } = await pageLanguage()
  const found = await findUser(principal, (await params).id)
  if (!found.ok) return { title: messages.pages.notFound.title }
  return { title: pageTitle(found.user.name ?? found.user.email, messages.users.title) }
}

/** One user, for who may read users; what the viewer may not do or know is not there. `?sessions` continues the list of sessions. */
export default async function Page({ params, searchParams }: PageProps) {
  const { principal, profile } = await requirePage('/dashboard/users/[id]')
  const found = await findUser(principal, (await params).id)
  if (!found.ok) return <MissingObject />
  const { user } = found
  const cursor = parameter(await searchParams, 'sessions')
  const [view, shown, outcome] = await Promise.all([
    viewOf(principal, user),
    partsFor(principal, user, cursor),
    readOutcome(),
  ])
  const at = now()
  const mayHaveForms = user.status !== 'deleted'
  const choices =
    mayHaveForms && view.mayChange('users:role:change') ? await listRoleChoices(principal) : null
  return (
    <>
      <UserHeading {...view} listed={can(principal, 'users:list')} />
      <Said {...view} outcome={outcome} administers={CHANGES.some((name) => can(principal, name))} />
      <div className="grid gap-6">
        {isInvitationOpen(user, shown.waysIn) && view.mayChange('users:activate') ? (
          <InvitationCard
            {...view}
            outcome={outcome}
            proof={await findRecentProof(principal, at)}
            viewerEmail={profile.email}
            link={await shownLink(principal, user.id)}
          />
        ) : null}
        <RolesCard {...view} choices={choices?.ok ? choices.roles : null} />
        {mayHaveForms && view.mayChange('users:email:change:any') ? (
          <EmailCard {...view} outcome={outcome} />
        ) : null}
        <div className="grid gap-6 lg:grid-cols-2">
          <ProfileCard {...view} invitedAt={shown.waysIn?.invitedAt ?? null} outcome={outcome} />
          {shown.waysIn ? <WaysInCard {...view} waysIn={shown.waysIn} at={at} /> : null}
        </div>
        <SessionsCard {...view} {...shown.sessions} continued={cursor !== null} at={at} />
        {shown.permissions ? <PermissionsCard {...view} permissions={shown.permissions} /> : null}
        {shown.records ? <TrailCard {...view} records={shown.records} reader={principal} /> : null}
      </div>
    </>
  )
}

function isInvitationOpen({ status }: ManagedUser, waysIn: WaysIn | null): boolean {
  return status === 'pending' && waysIn !== null && waysIn.invitedAt !== null && !waysIn.hasPassword
}

/** The link that the last post made for this user, until the viewer says that they have it. */
async function shownLink(principal: Principal, userId: string) {
  const shown = readShownOnce((await headers()).get('cookie'), principal, now())
  return shown?.kind === 'invitation_link' && shown.userId === userId ? shown : null
}

async function viewOf(principal: Principal, user: ManagedUser): Promise<ViewProps> {
  const [{ locale, messages }, limits] = await Promise.all([pageLanguage(), findLimits(principal, user)])
  return {
    locale,
    messages,
    user,
    person: user.name ? `${user.name} (${user.email})` : user.email,
    self: user.id === principal.userId,
    limits,
    mayChange: (permission) => can(principal, permission) && !limits.outranked,
  }
}

/** What is shown of a user beside themselves; a part that the viewer may not know is null. */
async function partsFor(principal: Principal, { id: userId }: ManagedUser, cursor: string | null) {
  const page = { userId, limit: SESSIONS_PER_PAGE }
  const context = { now: now() }
  const [waysIn, asked, counted, permissions, trail] = await Promise.all([
    getWaysIn(principal, userId),
    listUserSessions(principal, { ...page, cursor }, context),
    countUserSessions(principal, userId, context),
    listGrantedPermissions(principal, userId),
    listRecordsAbout(principal, { userId, limit: RECORDS }),
  ])
  // A cursor that somebody typed is no reason to show nothing.
  const listed = asked.ok ? asked : await listUserSessions(principal, page, context)
  return {
    waysIn: waysIn.ok ? waysIn.waysIn : null,
    sessions: {
      ...(listed.ok ? listed : { sessions: [], nextCursor: null }),
      total: counted.ok ? counted.total : null,
    },
    permissions: permissions.ok ? permissions.permissions : null,
    records: trail.ok ? trail.records : null,
  }
}
