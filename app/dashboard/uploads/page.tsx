import type { Metadata } from 'next'
import { uploadFile } from '@/app/dashboard/uploads/actions'
import { ShareCard } from '@/app/dashboard/uploads/share-card'
import { UploadArea } from '@/app/dashboard/uploads/upload-area'
import { UploadTable } from '@/app/dashboard/uploads/upload-table'
import { NothingHere } from '@/components/data-table/nothing-here'
import { Pager } from '@/components/data-table/pager'
import { clientTexts } from '@/components/forms/client-texts'
import { FileField } from '@/components/forms/file-field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { formatBytes } from '@/lib/i18n/format-bytes'
import { formatMessage } from '@/lib/i18n/format-message'
import { getUploadUsage, listUploads } from '@/lib/uploads/list-uploads'
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '@/lib/uploads/upload-limits'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageAddress } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/page-language'
import { requirePage } from '@/lib/web/require-page'
import { parameter, type SearchParams } from '@/lib/web/search-params'

const PATH = '/dashboard/uploads'
const PAGE_SIZE = 25

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.uploads.title }
}

/** One's own files: upload, open, share, delete. `?cursor` continues the list, `?share` shows a link to one of them. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { principal } = await requirePage(PATH)
  const { locale, messages } = await pageLanguage()
  const texts = messages.uploads
  const asked = await searchParams
  const cursor = parameter(asked, 'cursor')
  const share = parameter(asked, 'share')
  const [{ uploads, nextCursor }, usage] = await Promise.all([
    filesOf(principal.userId, cursor),
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
      <div role="status" className="mb-4 empty:hidden">
        {outcome?.notice === 'file_uploaded' ? <Alert tone="success">{texts.uploaded}</Alert> : null}
        {outcome?.notice === 'file_deleted' ? <Alert tone="success">{texts.deleted}</Alert> : null}
      </div>
      <div className="grid gap-6">
        {share ? (
          <ShareCard id={share} userId={principal.userId} locale={locale} texts={texts} closeHref={PATH} />
        ) : null}
        <Card>
          <CardHeader title={texts.uploadTitle} lead={used} />
          <CardBody>
            <UploadArea texts={texts} tooLarge={clientTexts(locale).fileTooLarge}>
              <PageForm
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
              shareHref={(id) => pageAddress(PATH, { cursor, share: id })}
            />
          ) : (
            <NothingHere
              title={cursor ? texts.endTitle : texts.emptyTitle}
              text={cursor ? texts.endText : texts.emptyText}
            />
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
}

async function filesOf(userId: string, cursor: string | null) {
  const asked = await listUploads(userId, { limit: PAGE_SIZE, cursor })
  // A cursor that somebody typed is no reason to show nothing.
  const listed = asked.ok ? asked : await listUploads(userId, { limit: PAGE_SIZE })
  return listed.ok ? listed : { uploads: [], nextCursor: null }
}
