import Link from 'next/link'
import { changeBulkAction } from '@/app/dashboard/users/bulk/[id]/actions'
import { PeopleCard } from '@/app/dashboard/users/bulk/[id]/people-card'
import type { BulkViewProps } from '@/app/dashboard/users/bulk/[id]/view-props'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter } from '@/components/ui/card'
import { Counts } from '@/components/ui/counts'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import { formatInstant } from '@/lib/i18n/format-time'
import { addSeconds } from '@/lib/platform/clock'
import type { BulkKind } from '@/lib/user-bulk/bulk-kinds'
import type { NamedPreview } from '@/lib/user-bulk/preview-bulk-action'
import { DRAFT_SECONDS } from '@/lib/user-bulk/run-bulk-action'

const HARMLESS = new Set<BulkKind>(['activate', 'add_roles', 'resend_invitation'])

interface BulkDraftProps extends BulkViewProps {
  preview: NamedPreview
  linkUsers: boolean
}

/** What would happen to whom, and the button that makes it happen. */
export function BulkDraft({ preview, linkUsers, ...view }: BulkDraftProps) {
  const { bulk, locale, messages } = view
  const texts = messages.bulkActions
  const { changed, unchanged, refused, unconfirmed, people } = preview
  const roles = new Intl.ListFormat(locale).format(bulk.roleNames)
  return (
    <div className="grid gap-6">
      <Card>
        <CardBody className="grid gap-5">
          <Counts
            locale={locale}
            counts={[
              [texts.preview.changed, changed],
              [texts.preview.unchanged, unchanged],
              [texts.preview.refused, refused],
            ]}
          />
          {changed > 0 ? <p>{formatMessage(texts.consequences[bulk.kind], { roles })}</p> : null}
          {bulk.kind === 'activate' && unconfirmed > 0 ? (
            <Alert tone="warning">{formatCount(texts.unconfirmed, unconfirmed, locale)}</Alert>
          ) : null}
          <p className="text-muted">
            {changed > 0 ? texts.preview.lead : texts.preview.nothing}{' '}
            {changed > 0
              ? formatMessage(texts.preview.expires, {
                  time: formatInstant(addSeconds(bulk.createdAt, DRAFT_SECONDS), locale),
                })
              : null}
          </p>
        </CardBody>
        <CardFooter>
          {changed > 0 ? (
            <PageForm
              action={changeBulkAction}
              locale={locale}
              intent="run"
              problemTexts={{ conflict: texts.conflict }}
            >
              <SubmitButton
                variant={HARMLESS.has(bulk.kind) ? 'primary' : 'danger'}
                pendingText={messages.forms.pending}
              >
                {formatCount(texts.headings[bulk.kind], changed, locale)}
              </SubmitButton>
            </PageForm>
          ) : null}
          <Link className={buttonClasses({ variant: 'outline' })} href="/dashboard/users" prefetch={false}>
            {texts.preview.cancel}
          </Link>
        </CardFooter>
      </Card>
      <PeopleCard
        {...view}
        title={texts.preview.refusedList}
        people={people.filter(({ code }) => code !== null)}
        count={refused}
        linkUsers={linkUsers}
      />
      <PeopleCard
        {...view}
        title={texts.preview.changedList}
        people={people.filter(({ code }) => code === null)}
        count={changed}
        linkUsers={linkUsers}
      />
    </div>
  )
}
