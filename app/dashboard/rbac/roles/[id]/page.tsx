import { cache } from 'react'
import { MissingRecord } from '@/app/dashboard/missing-record'
import { SystemBadge, UserCount, usersWithRole } from '@/app/dashboard/rbac/labels'
import { DeleteRole } from '@/app/dashboard/rbac/roles/[id]/delete-role'
import { ReadOnlyRole } from '@/app/dashboard/rbac/roles/[id]/read-only-role'
import { RequireMfa } from '@/app/dashboard/rbac/roles/[id]/require-mfa'
import { RoleEditor } from '@/app/dashboard/rbac/roles/[id]/role-editor'
import { RoleReview } from '@/app/dashboard/rbac/roles/[id]/role-review'
import {
  draftAddress,
  draftFaults,
  readRoleDraft,
  type RoleDraft,
} from '@/app/dashboard/rbac/roles/role-draft'
import { RecoveryAction } from '@/components/forms/refusal-alert'
import { BreadcrumbLeaf } from '@/components/layout/nav-links'
import { Alert } from '@/components/ui/alert'
import { BackLink, TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { LocalTime } from '@/components/ui/local-time'
import { listOwnPermissions } from '@/lib/access/catalog'
import { findRoleRefusal, getRole } from '@/lib/access/list-roles'
import type { PresentedRole } from '@/lib/access/present-role'
import type { Locale } from '@/lib/i18n/locale'
import { type Messages, roleDescription } from '@/lib/i18n/messages'
import { ownValue } from '@/lib/platform/own-value'
import { can, type Principal } from '@/lib/platform/request-context'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

/** Cached per request: the title and the page both need it. */
const findRole = cache(getRole)

const page = definePage('/dashboard/rbac/roles/[id]')

export const generateMetadata = page.composeTitle(async ({ params }) => {
  const { messages } = await pageLanguage()
  const found = await findRole((await params).id)
  return found.ok ? pageTitle(found.role.name, messages.roles.title) : messages.pages.notFound.title
})

/**
 * A role: its permissions and the form to change it. An unsaved change is kept in the URL
 * (role-draft.ts): `step=review` shows its effect, and only there it can be saved.
 */
export default page.render(async ({ principal, params, searchParams }) => {
  const found = await findRole((await params).id)
  if (!found.ok) return <MissingRecord kind="role" />
  const { role } = found
  const { locale, messages } = await pageLanguage()
  const query = await searchParams
  const refusal = await findRoleRefusal(principal, role.id)
  const own = await listOwnPermissions()
  const wanted = refusal ? null : readRoleDraft(query, own)
  const stale = wanted !== null && wanted.draft.version !== role.version
  const faults = wanted && !stale ? draftFaults(wanted.draft) : {}
  const reviewing = wanted?.review && !stale && Object.keys(faults).length === 0
  const about = { role, actor: principal, locale, messages }
  const outcome = await readOutcome()
  return (
    <>
      <RoleHead {...about} linkUsers={can(principal, 'users:list')}>
        {refusal || reviewing ? null : <DeleteRole {...about} />}
      </RoleHead>
      <RoleNotice {...about} outcome={outcome} stale={stale ? wanted.draft : null} />
      {refusal ? (
        <ReadOnlyRole {...about} refusal={refusal} />
      ) : reviewing ? (
        <RoleReview {...about} draft={wanted.draft} outcome={outcome} />
      ) : (
        <RoleEditor
          {...about}
          own={own}
          draft={stale ? null : (wanted?.draft ?? null)}
          faults={faults}
        />
      )}
      {!reviewing && (!refusal || refusal === 'system_role_immutable') ? (
        <RequireMfa {...about} outcome={outcome} />
      ) : null}
    </>
  )
})

interface RoleHeadProps {
  role: PresentedRole
  linkUsers: boolean
  locale: Locale
  messages: Messages
  children: React.ReactNode
}

function RoleHead({ role, linkUsers, locale, messages, children }: RoleHeadProps) {
  const texts = messages.roles
  const description = roleDescription({ ...role, isSystem: role.is_system }, texts)
  return (
    <header className="mb-6">
      <BreadcrumbLeaf title={role.name} />
      <p className="mb-2">
        <BackLink href={pagePath('/dashboard/rbac/roles')}>{texts.all}</BackLink>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight break-words">
            <span className="min-w-0">{role.name}</span>
            {role.is_system ? <SystemBadge texts={texts} /> : null}
          </h1>
          <p className="mt-1 max-w-2xl break-words text-muted">
            {description || texts.noDescription}
          </p>
          <p className="mt-1 text-[0.8125rem] text-muted">
            <UserCount role={role} link={linkUsers} locale={locale} texts={texts} />
            {' · '}
            {texts.detail.lastChanged}: <LocalTime at={role.updated_at} locale={locale} />
          </p>
        </div>
        {children}
      </div>
    </header>
  )
}

interface RoleNoticeProps {
  locale: Locale
  role: PresentedRole
  actor: Principal
  messages: Messages
  outcome: FormOutcome | null
  /** A draft based on an outdated version of the role. */
  stale: RoleDraft | null
}

/** The notice above the role: the result of a form, or that a draft is outdated. */
function RoleNotice({ locale, role, actor, messages, outcome, stale }: RoleNoticeProps) {
  const { roles, problems } = messages
  const notices: Record<string, string> = {
    role_created: roles.newRole.created,
    role_saved: roles.detail.saved,
  }
  const notice = ownValue(notices, outcome?.notice)
  // A refused save is shown in its own form, an outdated draft below.
  const refused =
    outcome?.code && outcome.form !== 'save' && outcome.form !== 'mfa' && !stale
      ? outcome.code
      : null
  return (
    <>
      <LiveRegion role="status" className="mb-4">
        {notice ? <Alert tone="success">{notice}</Alert> : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {stale ? (
          <Alert tone="warning">
            <p className="font-medium">{roles.stale.title}</p>
            <p>{roles.stale.text}</p>
            <TextLink
              alone
              href={draftAddress(role.id, { ...stale, version: role.version }, 'review')}
            >
              {roles.stale.reapply}
            </TextLink>
          </Alert>
        ) : refused === 'role_in_use' ? (
          <Alert tone="danger">
            <p>{roles.remove.inUse}</p>
            {can(actor, 'users:list') ? (
              <TextLink alone href={usersWithRole(role.name)}>
                {roles.remove.showUsers}
              </TextLink>
            ) : null}
          </Alert>
        ) : refused ? (
          <Alert tone="danger">
            <p>{problems[refused].text}</p>
            <RecoveryAction code={refused} locale={locale} />
          </Alert>
        ) : null}
      </LiveRegion>
    </>
  )
}
