import { StatusActions } from '@/app/dashboard/users/[id]/status-actions'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { BreadcrumbLeaf } from '@/components/layout/breadcrumb'
import { Avatar } from '@/components/ui/avatar'
import { BackLink } from '@/components/ui/back-link'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { VerifiedBadge } from '@/components/ui/verified-badge'
import { avatarSrc } from '@/components/users/avatar-src'
import { UserStatusBadge } from '@/components/users/user-status-badge'

/** Who it is, what the account is, and what can be done to it as a whole. */
export function UserHeading({ listed, ...view }: ViewProps & { listed: boolean }) {
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
          <Avatar name={user.name ?? user.email} src={avatarSrc(user)} className="size-12 text-base" />
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
