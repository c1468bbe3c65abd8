import { uploadFile } from '@/app/dashboard/uploads/actions'
import { UploadArea } from '@/app/dashboard/uploads/upload-area'
import { UploadTable } from '@/app/dashboard/uploads/upload-table'
import { EmptyState, Pager } from '@/components/data-table/list-parts'
import { FileField } from '@/components/forms/fields'
import { clientTexts, PageForm } from '@/components/forms/page-form'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-print-buttons'
import { TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { TextWithTime } from '@/components/ui/text-with-time'
import { formatBytes, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { now } from '@/lib/platform/clock'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { createUploadLink } from '@/lib/uploads/create-upload-link'
import { getUploadUsage, listUploads } from '@/lib/uploads/list-uploads'
import { UPLOAD_TYPES } from '@/lib/uploads/upload.schemas'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { pageAddress, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PATH = '/dashboard/uploads'
const PAGE_SIZE = 25

const page = definePage(PATH)

export const generateMetadata = page.metadata

/**
 * The user's own files: upload, open, share, delete. `?cursor` continues the list, `?share` shows a
 * link to a file.
 */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.uploads
  const search = await searchParams
  const share = parameter(search, 'share')
  const [{ uploads, nextCursor, cursor }, usage] = await Promise.all([
    filesOf(principal.userId, parameter(search, 'cursor')),
    getUploadUsage(principal.userId),
  ])
  const outcome = await readOutcome()
  const used = formatMessage(texts.usage, {
    used: formatBytes(usage.bytes, locale),
    total: formatBytes(usage.maxBytes, locale),
  })
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <LiveRegion role="status" className="mb-4">
        {outcome?.notice === 'file_uploaded' ? (
          <Alert tone="success">{texts.uploaded}</Alert>
        ) : null}
        {outcome?.notice === 'file_deleted' ? <Alert tone="success">{texts.deleted}</Alert> : null}
      </LiveRegion>
      <RefusalAlert outcome={outcome} locale={locale} forms={['delete']} />
      <div className="grid gap-6">
        {share ? (
          <ShareCard
            id={share}
            principal={principal}
            locale={locale}
            messages={messages}
            closeHref={PATH}
          />
        ) : null}
        <Card>
          <CardHeader title={texts.uploadTitle} lead={used} />
          <CardBody>
            <UploadArea texts={texts} faults={clientTexts(locale)}>
              <PageForm
                takesFile
                onlyField="file"
                id="upload"
                action={uploadFile}
                locale={locale}
                outcome={outcome}
                problemTexts={{ unsupported_media_type: texts.notAccepted }}
              >
                <FileField
                  name="file"
                  label={texts.file}
                  hint={texts.fileHint}
                  accept={UPLOAD_TYPES.join(',')}
                  maxBytes={MAX_UPLOAD_BYTES}
                  required
                />
                <div>
                  <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
                </div>
              </PageForm>
            </UploadArea>
          </CardBody>
        </Card>
        <Card>
          {uploads.length > 0 ? (
            <UploadTable
              uploads={uploads}
              locale={locale}
              messages={messages}
              shareHref={
                principal.impersonator ? null : (id) => pageAddress(PATH, { cursor, share: id })
              }
            />
          ) : (
            <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
          )}
          <Pager
            first={cursor && PATH}
            next={nextCursor && pageAddress(PATH, { cursor: nextCursor })}
            texts={{ first: texts.newest, next: texts.older }}
          />
        </Card>
      </div>
    </>
  )
})

async function filesOf(userId: string, cursor: string | null) {
  const listed = await listFrom(
    cursor,
    (cursor) => listUploads(userId, { limit: PAGE_SIZE, cursor }),
    ({ uploads }) => uploads.length === 0,
  )
  return listed.ok ? listed : { uploads: [], nextCursor: null, cursor: null }
}

const LINK_SECONDS = 86_400

interface ShareCardProps {
  id: string
  principal: SessionPrincipal
  locale: Locale
  messages: Messages
  closeHref: string
}

/** A link to one of the user's files, to copy. Nothing if there is no such file. */
async function ShareCard({ id, principal, locale, messages, closeHref }: ShareCardProps) {
  const texts = messages.uploads
  const link = await createUploadLink(principal, { id, expiresIn: LINK_SECONDS }, now())
  if (!link.ok)
    return link.code === 'not_found' ? null : (
      <Alert tone="danger">{messages.problems[link.code].text}</Alert>
    )
  return (
    <Card>
      <CardHeader
        title={formatMessage(texts.shareTitle, { name: link.name ?? texts.unnamed })}
        lead={
          <TextWithTime text={texts.shareText} at={link.expiresAt.toISOString()} locale={locale} />
        }
      />
      <CardBody className="grid gap-3">
        <code className="rounded-md bg-subtle p-2 font-mono text-xs break-all select-all">
          {link.url}
        </code>
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton
            text={link.url}
            label={texts.copy}
            copied={texts.copied}
            failed={messages.forms.copyFailed}
          />
        </div>
      </CardBody>
      <CardFooter>
        <TextLink alone href={closeHref}>
          {texts.close}
        </TextLink>
      </CardFooter>
    </Card>
  )
}
