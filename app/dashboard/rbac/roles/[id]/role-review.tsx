import { Minus, Plus } from 'lucide-react'
import { PermissionMeaning } from '@/app/dashboard/rbac/permission-meaning'
import { saveRole } from '@/app/dashboard/rbac/roles/[id]/actions'
import { ReviewEffect } from '@/app/dashboard/rbac/roles/[id]/review-effect'
import { draftAddress, type RoleDraft, savedFields } from '@/app/dashboard/rbac/roles/role-draft'
import { ListError } from '@/components/forms/choice-lists'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import type { PresentedRole } from '@/lib/access/present-role'
import { findOwnLostPermissions, previewRole, type RolePreview } from '@/lib/access/preview-role'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface RoleReviewProps {
  role: PresentedRole
  actor: Principal
  locale: Locale
  messages: Messages
  draft: RoleDraft
  outcome: FormOutcome | null
}

/** The effect of a draft on the role and on users. From here it is saved or edited further. */
export async function RoleReview(props: RoleReviewProps) {
  const { role, actor, messages, draft } = props
  const result = await previewRole(actor, { roleId: role.id, permissions: draft.permissions })
  const texts = messages.roles.review
  const refusal = result.ok ? result.preview.refusal : result.code
  if (!result.ok || refusal)
    return (
      <Card>
        <CardHeader title={texts.title} />
        <CardBody>
          <Alert tone="danger" role="alert">
            <p className="font-medium">{texts.refused}</p>
            {refusal ? <p>{messages.problems[refusal].text}</p> : null}
          </Alert>
        </CardBody>
        <CardFooter>
          <KeepEditing {...props} />
        </CardFooter>
      </Card>
    )
  return <Changes {...props} preview={result.preview} />
}

async function Changes({ preview, ...props }: RoleReviewProps & { preview: RolePreview }) {
  const { role, actor, locale, messages, draft, outcome } = props
  const texts = messages.roles.review
  const gone =
    draft.dropRetired || preview.adds.length + preview.removes.length > 0
      ? preview.removes_retired
      : []
  const regrants = preview.adds.length + preview.removes.length + gone.length > 0
  const nothing = !regrants && draft.name === role.name && draft.description === role.description
  const ownLoss = await findOwnLostPermissions(actor, {
    roleId: role.id,
    permissions: preview.removes,
  })
  return (
    <Card>
      <CardHeader title={texts.title} lead={nothing ? texts.nothing : undefined} />
      <CardBody className="grid gap-5 empty:hidden">
        <TextChange label={texts.name} before={role.name} after={draft.name} texts={texts} />
        <TextChange
          label={texts.description}
          before={role.description}
          after={draft.description}
          texts={texts}
        />
        {nothing ? null : <PermissionChanges preview={preview} gone={gone} messages={messages} />}
        {regrants ? (
          <ReviewEffect preview={preview} actor={actor} locale={locale} messages={messages} />
        ) : null}
        {ownLoss.length > 0 ? (
          <Alert tone="warning">
            <p>{formatMessage(texts.ownLoss, { permissions: ownLoss.join(', ') })}</p>
            {ownLoss.includes('rbac:manage') ? <p>{texts.ownLock}</p> : null}
          </Alert>
        ) : null}
      </CardBody>
      <CardFooter className="items-start">
        {nothing ? null : (
          <SaveDraft
            role={role}
            draft={draft}
            regrants={regrants}
            locale={locale}
            messages={messages}
            outcome={outcome}
          />
        )}
        <KeepEditing {...props} />
      </CardFooter>
    </Card>
  )
}

function KeepEditing({ role, draft, messages }: RoleReviewProps) {
  return (
    <a
      className={buttonClasses({ variant: 'outline' })}
      href={draftAddress(role.id, draft, 'edit')}
    >
      {messages.roles.review.edit}
    </a>
  )
}

interface TextChangeProps {
  label: string
  before: string
  after: string
  texts: Messages['roles']['review']
}

/** The old and new text of a field; nothing if unchanged. */
function TextChange({ label, before, after, texts }: TextChangeProps) {
  if (before === after) return null
  return (
    <div>
      <h3 className="text-[0.8125rem] text-muted">{label}</h3>
      <p className="mt-0.5 break-words">
        <span className="sr-only">{texts.before}: </span>
        <del className="text-muted decoration-line-strong">{before || texts.empty}</del>{' '}
        <span aria-hidden className="text-muted">
          →
        </span>{' '}
        <span className="sr-only">{texts.after}: </span>
        <ins className="font-medium no-underline">{after || texts.empty}</ins>
      </p>
    </div>
  )
}

interface PermissionChangesProps {
  preview: RolePreview
  /** Retired permissions that would be removed. */
  gone: readonly string[]
  messages: Messages
}

/** The permissions that would be added to and removed from a role. */
function PermissionChanges({ preview, gone, messages }: PermissionChangesProps) {
  const texts = messages.roles.review
  if (preview.adds.length + preview.removes.length + gone.length === 0)
    return <p className="text-muted">{texts.samePermissions}</p>
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PermissionGroup title={texts.adds} names={preview.adds} sign="plus" messages={messages} />
      <PermissionGroup
        title={texts.removes}
        names={preview.removes}
        sign="minus"
        messages={messages}
      />
      <PermissionGroup title={texts.removesRetired} names={gone} sign="minus" messages={messages} />
    </div>
  )
}

interface PermissionGroupProps {
  title: string
  names: readonly string[]
  sign: 'plus' | 'minus'
  messages: Messages
}

function PermissionGroup({ title, names, sign, messages }: PermissionGroupProps) {
  if (names.length === 0) return null
  const Icon = sign === 'plus' ? Plus : Minus
  return (
    <section>
      <h3 className="text-[0.8125rem] text-muted">{title}</h3>
      <ul className="mt-1 grid gap-1.5">
        {names.map((name) => (
          <li key={name} className="flex items-start gap-2">
            <Icon
              aria-hidden
              className={`mt-0.5 size-4 shrink-0 ${sign === 'plus' ? 'text-success' : 'text-danger'}`}
            />
            <span className="min-w-0">
              <span className="block font-mono text-[0.8125rem] break-all">{name}</span>
              <span className="block text-[0.8125rem] break-words text-muted">
                <PermissionMeaning name={name} messages={messages} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SaveDraftProps {
  role: PresentedRole
  draft: RoleDraft
  /** Whether the change includes permissions. If not, they stay as they are. */
  regrants: boolean
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/** Saves exactly the reviewed draft if the role has not changed in the meantime. */
function SaveDraft({ role, draft, regrants, locale, messages, outcome }: SaveDraftProps) {
  const { review, stale } = messages.roles
  return (
    <PageForm
      action={saveRole}
      locale={locale}
      intent="save"
      outcome={outcome}
      problemTexts={{ precondition_failed: stale.refused }}
      recoveryActions={{
        precondition_failed: (
          <SavedFrom href={draftAddress(role.id, draft, 'review')}>{stale.showCurrent}</SavedFrom>
        ),
        role_name_taken: (
          <SavedFrom href={draftAddress(role.id, draft, 'edit')}>{review.otherName}</SavedFrom>
        ),
      }}
    >
      {savedFields(draft).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {regrants ? <input type="hidden" name="regrant" value="on" /> : null}
      <ListError name="permissions" />
      <SubmitButton pendingText={messages.forms.pending} className="justify-self-start">
        {review.save}
      </SubmitButton>
    </PageForm>
  )
}

/** A full page load: the page has to be rendered from the current role. */
function SavedFrom({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="font-medium text-accent underline underline-offset-3">
      {children}
    </a>
  )
}
