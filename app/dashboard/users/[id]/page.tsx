import { headers } from 'next/headers'
import { cache } from 'react'
import { MissingRecord } from '@/app/dashboard/missing-record'
import { PermissionsCard, RolesCard } from '@/app/dashboard/users/[id]/access-cards'
import { AuditTrailCard, SessionsCard } from '@/app/dashboard/users/[id]/activity-cards'
import { EraseCard } from '@/app/dashboard/users/[id]/erase-card'
import { CreatedKeysCard, KeysCard } from '@/app/dashboard/users/[id]/keys-card'
import { ProfileFieldsCard } from '@/app/dashboard/users/[id]/profile-fields-card'
import { EmailCard, ProfileCard } from '@/app/dashboard/users/[id]/profile-cards'
import { InvitationCard, SignInMethodsCard } from '@/app/dashboard/users/[id]/sign-in-cards'
import {
  type UserCardProps,
  UserHeading,
  UserNotice,
} from '@/app/dashboard/users/[id]/user-heading'
import { ViewAsCard } from '@/app/dashboard/users/[id]/view-as-card'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { MOVE_PERMISSIONS } from '@/lib/accounts/user-status'
import { listRecordsAbout } from '@/lib/audit/list-audit-records'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { listAccountsKeyedBy, listUserApiKeys } from '@/lib/identity/api-keys/list-api-keys'
import { findReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { now } from '@/lib/platform/clock'
import { can, type SessionPrincipal } from '@/lib/platform/request-context'
import { findErasureDate } from '@/lib/users/erasure/erasure-date'
import {
  findCreator,
  findUserChangeLimits,
  getUser,
  listGrantedPermissions,
} from '@/lib/users/get-user'
import { listRoleChoices } from '@/lib/users/user-roles'
import { countUserSessions, listUserSessions } from '@/lib/users/user-sessions'
import { getUserSignInMethods, type UserSignInMethods } from '@/lib/users/user-sign-in-methods'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { readOneTimeCookie } from '@/lib/web/one-time-cookie'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const SESSIONS_PER_PAGE = 10
const KEYS = 3
const RECORDS = 10
/**
 * The permissions of the page's forms: viewers without any of them get no explanation for missing
 * forms.
 */
const CHANGES = [
  ...Object.values(MOVE_PERMISSIONS),
  'users:role:change',
  'users:email:change:any',
] as const satisfies readonly PermissionName[]

/** Cached per request: the title and the page both need it. */
const findUser = cache(getUser)

const page = definePage('/dashboard/users/[id]')

export const generateMetadata = page.composeTitle(async ({ principal, params }) => {
  const { messages } = await pageLanguage()
  const found = await findUser(principal, (await params).id)
  if (!found.ok) return messages.pages.notFound.title
  return pageTitle(found.user.name ?? found.user.email, messages.users.title)
})

/**
 * One user, for viewers with permission to read users. Parts that the viewer may not see or change
 * are left out. `?sessions` continues the list of sessions.
 */
export default page.render(async ({ principal, profile, params, searchParams }) => {
  const found = await findUser(principal, (await params).id)
  if (!found.ok) return <MissingRecord kind="user" />
  const { user } = found
  const isPerson = user.kind === 'person'
  const search = await searchParams
  const [view, shown, outcome] = await Promise.all([
    viewOf(principal, user),
    partsFor(principal, user, parameter(search, 'sessions')),
    readOutcome(),
  ])
  const at = now()
  const mayHaveForms = user.status !== 'deleted'
  const choices =
    mayHaveForms && view.mayChange('users:role:change') ? await listRoleChoices(principal) : null
  return (
    <>
      <UserHeading {...view} listed={can(principal, 'users:list')} />
      <UserNotice
        {...view}
        outcome={outcome}
        administers={CHANGES.some((name) => can(principal, name))}
      />
      <div className="grid gap-6">
        {isInvitationOpen(user, shown.signInMethods) && view.mayChange('users:activate') ? (
          <InvitationCard
            {...view}
            outcome={outcome}
            proof={await findReauthMethod(principal, at)}
            viewerEmail={profile.email}
            link={await shownLink(principal, user.id)}
          />
        ) : null}
        {user.status === 'deleted' && view.mayChange('users:delete') ? (
          <EraseCard
            {...view}
            outcome={outcome}
            proof={await findReauthMethod(principal, at)}
            viewerEmail={profile.email}
            erasedOn={await findErasureDate(user.id)}
            leavesKeys={(shown.keyedAccounts ?? []).length > 0}
          />
        ) : null}
        <RolesCard {...view} choices={choices?.ok ? choices.roles : null} />
        <KeysCard {...view} listed={await listUserApiKeys({ userId: user.id, limit: KEYS })} />
        <CreatedKeysCard {...view} accounts={shown.keyedAccounts} />
        {isPerson && mayHaveForms && view.mayChange('users:email:change:any') ? (
          <EmailCard {...view} outcome={outcome} />
        ) : null}
        <div className={isPerson ? 'grid gap-6 lg:grid-cols-2' : undefined}>
          <ProfileCard
            {...view}
            invitedAt={shown.signInMethods?.invitedAt ?? null}
            creator={isPerson ? null : await findCreator(user)}
            outcome={outcome}
          />
          {isPerson && shown.signInMethods ? (
            <SignInMethodsCard {...view} signInMethods={shown.signInMethods} at={at} />
          ) : null}
        </div>
        {isPerson ? <ProfileFieldsCard {...view} values={user.fields} outcome={outcome} /> : null}
        {isPerson ? <SessionsCard {...view} {...shown.sessions} at={at} /> : null}
        {mayViewAs(principal, user, view) ? (
          <ViewAsCard
            {...view}
            outcome={outcome}
            proof={await findReauthMethod(principal, at)}
            viewerEmail={profile.email}
          />
        ) : null}
        {shown.permissions ? <PermissionsCard {...view} permissions={shown.permissions} /> : null}
        {shown.records ? (
          <AuditTrailCard {...view} records={shown.records} reader={principal} />
        ) : null}
      </div>
    </>
  )
})

function mayViewAs(
  { impersonator }: SessionPrincipal,
  { kind, status }: ManagedUser,
  view: UserCardProps,
): boolean {
  if (impersonator || view.self || kind !== 'person' || status !== 'active') return false
  return view.mayChange('users:impersonate')
}

function isInvitationOpen(
  { status }: ManagedUser,
  signInMethods: UserSignInMethods | null,
): boolean {
  return (
    status === 'pending' &&
    signInMethods !== null &&
    signInMethods.invitedAt !== null &&
    !signInMethods.hasPassword
  )
}

/** The link that the last form created for this user, until the viewer confirms having it. */
async function shownLink(principal: SessionPrincipal, userId: string) {
  const shown = readOneTimeCookie((await headers()).get('cookie'), principal, now())
  return shown?.kind === 'invitation_link' && shown.userId === userId ? shown : null
}

async function viewOf(principal: SessionPrincipal, user: ManagedUser): Promise<UserCardProps> {
  const [{ locale, messages }, limits] = await Promise.all([
    pageLanguage(),
    findUserChangeLimits(principal, user),
  ])
  return {
    locale,
    messages,
    user,
    person: personOf(user),
    self: user.id === principal.userId,
    limits,
    mayChange: (permission) => can(principal, permission) && !limits.outranked,
  }
}

function personOf({ kind, name, email }: ManagedUser): string {
  if (name === null) return email
  return kind === 'service' ? name : `${name} (${email})`
}

/** The sections beside the user's profile; null for those that the viewer may not see. */
async function partsFor(
  principal: SessionPrincipal,
  { id: userId }: ManagedUser,
  cursor: string | null,
) {
  const page = { userId, limit: SESSIONS_PER_PAGE }
  const context = { now: now() }
  const [signInMethods, listed, counted, permissions, trail, keyedAccounts] = await Promise.all([
    getUserSignInMethods(principal, userId),
    listFrom(
      cursor,
      (cursor) => listUserSessions(principal, { ...page, cursor }, context),
      ({ sessions }) => sessions.length === 0,
    ),
    countUserSessions(principal, userId, context),
    listGrantedPermissions(principal, userId),
    listRecordsAbout(principal, { userId, limit: RECORDS }),
    listAccountsKeyedBy(principal, { userId, ...context }),
  ])
  return {
    signInMethods: signInMethods.ok ? signInMethods.signInMethods : null,
    sessions: {
      ...(listed.ok ? listed : { sessions: [], nextCursor: null }),
      continued: listed.cursor !== null,
      total: counted.ok ? counted.total : null,
    },
    permissions: permissions.ok ? permissions.permissions : null,
    records: trail.ok ? trail.records : null,
    keyedAccounts,
  }
}
