import { logoId } from '@/lib/brand/logo'
import { fileConditions } from '@/lib/http/file-answer'
import { webStream } from '@/lib/http/web-stream'
import { openUpload } from '@/lib/uploads/open-upload'

/** The logo of a background as an image, for everybody: mails and sign-in pages show it to people who are not signed in. */
export async function answerLogo(background: 'light' | 'dark', { headers }: Request): Promise<Response> {
  const id = logoId(background)
  const opened = id ? await openUpload({ id }, fileConditions({ header: (name) => headers.get(name) })) : null
  if (!opened?.ok) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  const { status, headers: about, stream } = opened.file
  return new Response(stream && webStream(stream), {
    status,
    // What the file was called is nobody's business.
    headers: { ...about, 'cache-control': 'public, max-age=300', 'content-disposition': 'inline' },
  })
}
