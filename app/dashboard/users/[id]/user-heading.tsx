import {
  activateUser,
  deactivateUser,
  deleteUser,
  restoreUser,
} from '@/app/dashboard/users/[id]/actions'
import { ConfirmedForm } from '@/components/forms/page-form'
import { RecoveryAction } from '@/components/forms/refusal-alert'
import { BreadcrumbLeaf } from '@/components/layout/nav-links'
import { Alert } from '@/components/ui/alert'
import { Badge, VerifiedBadge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-print-buttons'
import { BackLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { describeConsequence } from '@/components/users/describe-action'
import { Avatar, avatarSrc, ServiceBadge, UserStatusBadge } from '@/components/users/person'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { MOVE_PERMISSIONS, availableMoves, type StatusMove } from '@/lib/accounts/user-status'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { ownValue } from '@/lib/platform/own-value'
import { restorationPeriod } from '@/lib/users/erasure/erasure-date'
import type { UserChangeLimits } from '@/lib/users/get-user'
import type { FormAction } from '@/lib/web/action-state'
import type { FormOutcome } from '@/lib/web/form-outcome'

/** Props shared by every part of the user page. */
export interface UserCardProps {
  locale: Locale
  messages: Messages
  user: ManagedUser
  /** Name and address, to identify the user unambiguously in sentences. */
  person: string
  self: boolean
  limits: UserChangeLimits
  /**
   * Whether the viewer has the permission and may change this user. Only then is there a form for
   * it.
   */
  mayChange(permission: PermissionName): boolean
}

/** The user's name, status and the actions on the account as a whole. */
export function UserHeading({ listed, ...view }: UserCardProps & { listed: boolean }) {
  const { messages, user, self } = view
  const texts = messages.userDetail
  const isService = user.kind === 'service'
  return (
    <header className="mb-6 grid gap-4">
      <BreadcrumbLeaf title={user.name ?? user.email} />
      {listed ? (
        <p>
          <BackLink href="/dashboard/users">{texts.back}</BackLink>
        </p>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 items-start gap-4">
          <Avatar
            name={user.name ?? user.email}
            src={avatarSrc(user)}
            className="size-12 text-base"
          />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="min-w-0 text-2xl font-semibold tracking-tight wrap-anywhere">
                {user.name ?? user.email}
              </h1>
              <UserStatusBadge
                status={user.status}
                texts={texts.statuses}
                waiting={user.awaits_approval ? messages.registrations.badge : null}
              />
              {self ? <Badge tone="accent">{texts.you}</Badge> : null}
              {isService ? <ServiceBadge text={messages.users.service} /> : null}
            </div>
            {isService ? null : (
              <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
                {user.name ? <span className="min-w-0 break-all">{user.email}</span> : null}
                <VerifiedBadge verified={user.email_verified} texts={messages.account} />
              </p>
            )}
            <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
              <span>{texts.id}</span>
              <code className="font-mono text-xs break-all">{user.id}</code>
              <CopyButton
                text={user.id}
                label={texts.copyId}
                copied={texts.copied}
                failed={messages.forms.copyFailed}
              />
            </div>
          </div>
        </div>
        <StatusActions {...view} />
      </div>
    </header>
  )
}

const MOVES: Record<StatusMove, FormAction> = {
  activate: activateUser,
  deactivate: deactivateUser,
  delete: deleteUser,
  restore: restoreUser,
}
const LOSES = new Set<StatusMove>(['deactivate', 'delete'])

/** Status changes, each after a confirmation that states the consequence. Nothing if none apply. */
function StatusActions(view: UserCardProps) {
  const { messages, user, self, limits, mayChange } = view
  const moves = availableMoves(user.status).filter(
    (move) =>
      mayChange(MOVE_PERMISSIONS[move]) &&
      !(limits.lastAdministrator && LOSES.has(move)) &&
      // Only the data page deletes one's own account.
      !(self && move === 'delete'),
  )
  if (moves.length === 0) return null
  return (
    <div role="group" aria-label={messages.userDetail.actions} className="flex flex-wrap gap-2">
      {moves.map((move) => (
        <MoveAction key={move} move={move} {...view} />
      ))}
    </div>
  )
}

function MoveAction({
  move,
  locale,
  messages,
  user,
  person,
  self,
}: UserCardProps & { move: StatusMove }) {
  const texts = messages.userActions
  return (
    <ConfirmedForm
      action={MOVES[move]}
      intent={move}
      button={texts[move].submit}
      title={formatMessage(texts[move].title, { person })}
      text={describeConsequence(move, {
        user,
        self,
        texts,
        restorableFor: restorationPeriod(locale),
      })}
      danger={LOSES.has(move)}
      cancel={messages.userDetail.cancel}
      locale={locale}
    />
  )
}

interface UserNoticeProps extends UserCardProps {
  outcome: FormOutcome | null
  /** Whether the viewer may change users at all. */
  administers: boolean
}

/** Forms that show refusals beside their own fields. */
const SHOWN_ELSEWHERE = new Set(['invitation_link', 'erase', 'view_as'])
/** The same, while the account can be changed. */
const EDITS = new Set(['email', 'rename', 'profile'])

function isShownElsewhere(form: string, { user, limits }: UserCardProps): boolean {
  const isEditable = user.status !== 'deleted' && !limits.outranked
  return SHOWN_ELSEWHERE.has(form) || (EDITS.has(form) && isEditable)
}

/**
 * The result of the page's last form and, for viewers who may change users, the limits that apply
 * to every form.
 */
export function UserNotice({ outcome, administers, ...view }: UserNoticeProps) {
  const { locale, messages, user, person, limits } = view
  const texts = messages.userDetail
  const notice = outcome?.notice ? noticeOf(outcome.notice, user, messages) : null
  const refused =
    outcome?.code && !isShownElsewhere(outcome.form ?? '', view)
      ? refusalOf(outcome.code, messages)
      : null
  return (
    <>
      <LiveRegion role="status" className="mb-4">
        {notice ? <Alert tone="success">{formatMessage(notice, { person })}</Alert> : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {refused ? (
          <Alert tone="danger">
            <p>{refused}</p>
            <RecoveryAction code={outcome?.code} locale={locale} />
          </Alert>
        ) : null}
      </LiveRegion>
      {!administers ? null : limits.outranked ? (
        <Alert className="mb-6">
          <p>{texts.outranked}</p>
          {limits.missing.length > 0 ? (
            <p className="mt-1 text-muted">
              {formatMessage(texts.outrankedBy, { permissions: limits.missing.join(', ') })}
            </p>
          ) : null}
        </Alert>
      ) : limits.lastAdministrator ? (
        <Alert className="mb-6">{texts.lastAdministrator}</Alert>
      ) : null}
    </>
  )
}

function noticeOf(
  notice: string,
  { kind }: UserCardProps['user'],
  { profileFields, userActions, userDetail }: UserCardProps['messages'],
): string | null {
  const { roles, email, sessions, signInMethods, profile, invitation } = userDetail
  const texts: Record<string, { done: string; serviceDone?: string }> = {
    ...userActions,
    roles,
    email,
    end_session: { done: sessions.endOneDone },
    reset_mfa: signInMethods,
    send_invitation: { done: invitation.sent },
    send_reset: { done: signInMethods.resetSent },
    rename: { done: profile.nameSaved },
    profile: { done: profileFields.user.saved },
    service_account_created: userDetail.serviceAccount,
  }
  const text = ownValue(texts, notice)
  return (kind === 'service' && text?.serviceDone) || (text?.done ?? null)
}

function refusalOf(
  code: NonNullable<FormOutcome['code']>,
  { userDetail, problems }: UserCardProps['messages'],
): string {
  const { refusals } = userDetail
  return ownValue(refusals, code) ?? problems[code].text
}
