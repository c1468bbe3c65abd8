import { changeUser } from '@/app/dashboard/users/[id]/actions'
import { ConfirmedForm } from '@/components/forms/page-form'
import { BreadcrumbLeaf } from '@/components/layout/nav-links'
import { Alert } from '@/components/ui/alert'
import { Badge, VerifiedBadge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-print-buttons'
import { BackLink } from '@/components/ui/links'
import { describeConsequence } from '@/components/users/describe-consequence'
import { Avatar, avatarSrc, UserStatusBadge } from '@/components/users/person'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { MOVE_PERMISSIONS, movesFrom, type StatusMove } from '@/lib/accounts/user-status'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { UserChangeLimits } from '@/lib/users/get-user'
import type { FormOutcome } from '@/lib/web/form-outcome'

/** What every part of the page of a user knows. */
export interface UserCardProps {
  locale: Locale
  messages: Messages
  user: ManagedUser
  /** Name and address, for sentences that must not be taken for somebody else. */
  person: string
  /** Whether it is the viewer's own account. */
  self: boolean
  limits: UserChangeLimits
  /**
   * Whether the viewer holds that permission and may change this very person. Only then is there a
   * form for it.
   */
  mayChange(permission: PermissionName): boolean
}

/** Who it is, what the account is, and what can be done to it as a whole. */
export function UserHeading({ listed, ...view }: UserCardProps & { listed: boolean }) {
  const { messages, user, self } = view
  const texts = messages.userDetail
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
              <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">
                {user.name ?? user.email}
              </h1>
              <UserStatusBadge status={user.status} texts={texts.statuses} />
              {self ? <Badge tone="accent">{texts.you}</Badge> : null}
            </div>
            <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
              {user.name ? <span className="min-w-0 break-all">{user.email}</span> : null}
              <VerifiedBadge verified={user.email_verified} texts={messages.account} />
            </p>
            <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
              <span>{texts.id}</span>
              <code className="font-mono text-xs break-all">{user.id}</code>
              <CopyButton text={user.id} label={texts.copyId} copied={texts.copied} />
            </div>
          </div>
        </div>
        <StatusActions {...view} />
      </div>
    </header>
  )
}

const LOSES = new Set<StatusMove>(['deactivate', 'delete'])

/**
 * What can be made of the account, each after a second step that says what it means. Nothing where
 * nothing can.
 */
function StatusActions(view: UserCardProps) {
  const { messages, user, limits, mayChange } = view
  const moves = movesFrom(user.status).filter(
    (move) => mayChange(MOVE_PERMISSIONS[move]) && !(limits.lastAdministrator && LOSES.has(move)),
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
      action={changeUser}
      intent={move}
      button={texts[move].submit}
      title={formatMessage(texts[move].title, { person })}
      text={describeConsequence(move, { user, self, texts })}
      danger={LOSES.has(move)}
      cancel={messages.userDetail.cancel}
      locale={locale}
    />
  )
}

interface UserNoticeProps extends UserCardProps {
  outcome: FormOutcome | null
  /** Whether the viewer changes users at all. */
  administers: boolean
}

/** Forms that say beside their fields why they were refused. */
const SHOWN_ELSEWHERE = new Set(['email', 'rename', 'invitation_link'])

/**
 * What came of the last form of this page, and to who changes users: what would be refused whatever
 * form was sent.
 */
export function UserNotice({ outcome, administers, messages, person, limits }: UserNoticeProps) {
  const texts = messages.userDetail
  const notice = outcome?.notice ? noticeOf(outcome.notice, messages) : null
  const refused =
    outcome?.code && !SHOWN_ELSEWHERE.has(outcome.form ?? '')
      ? refusalOf(outcome.code, messages)
      : null
  return (
    <>
      <div role="status" className="mb-4 empty:hidden">
        {notice ? <Alert tone="success">{formatMessage(notice, { person })}</Alert> : null}
      </div>
      <div role="alert" className="mb-4 empty:hidden">
        {refused ? <Alert tone="danger">{refused}</Alert> : null}
      </div>
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
  { userActions, userDetail }: UserCardProps['messages'],
): string | null {
  const { roles, email, sessions, signInMethods, profile, invitation } = userDetail
  const texts: Record<string, { done: string }> = {
    ...userActions,
    roles,
    email,
    end_session: { done: sessions.endOneDone },
    reset_mfa: signInMethods,
    send_invitation: { done: invitation.sent },
    send_reset: { done: signInMethods.resetSent },
    rename: { done: profile.nameSaved },
  }
  return texts[notice]?.done ?? null
}

function refusalOf(
  code: NonNullable<FormOutcome['code']>,
  { userDetail, problems }: UserCardProps['messages'],
): string {
  const { refusals } = userDetail
  return Object.hasOwn(refusals, code)
    ? refusals[code as keyof typeof refusals]
    : problems[code].text
}
