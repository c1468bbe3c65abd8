'use client'

import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import { type DragEvent, type ReactNode, type SubmitEvent, useState } from 'react'
import { type ClientTexts, findOversizedFile, leavePage } from '@/components/forms/form-submission'
import { Alert } from '@/components/ui/alert'
import { LiveRegion } from '@/components/ui/live-region'
import { ProgressBar } from '@/components/ui/progress'
import { useHydrated } from '@/components/ui/use-hydrated'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'

interface UploadAreaProps {
  texts: Messages['uploads']
  faults: ClientTexts
  /** The upload form, which also works on its own. */
  children: ReactNode
}

type Phase =
  | { kind: 'idle' | 'done' }
  | { kind: 'sending'; percent: number }
  | { kind: 'failed'; message: string }

/** Wraps the upload form: accepts dropped files and shows upload progress. */
export function UploadArea({ texts, faults, children }: UploadAreaProps) {
  const router = useRouter()
  const hydrated = useHydrated()
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' })
  const [over, setOver] = useState(false)
  const busy = phase.kind === 'sending'

  /** Runs before the form's own submission, which shows no progress. */
  function send(event: SubmitEvent<HTMLDivElement>) {
    const form = event.target
    const input = fileInput(form)
    if (!input?.files?.length) return
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (findOversizedFile(form)) return setPhase({ kind: 'failed', message: faults.fileTooLarge })
    setPhase({ kind: 'sending', percent: 0 })
    const onProgress = (percent: number) => setPhase({ kind: 'sending', percent })
    void sendForm(form, { faults, onProgress }).then((fault) => {
      if (fault !== null) return setPhase({ kind: 'failed', message: fault })
      form.reset()
      setPhase({ kind: 'done' })
      router.refresh()
    })
  }

  function drop(event: DragEvent<HTMLDivElement>) {
    event.preventDefault()
    setOver(false)
    const input = fileInput(event.currentTarget)
    const form = input?.form
    const { files } = event.dataTransfer
    if (!form || busy || files.length === 0) return
    // The service would store only the first.
    if (files.length > 1) return setPhase({ kind: 'failed', message: texts.oneFile })
    input.files = files
    form.requestSubmit()
  }

  function drag(event: DragEvent<HTMLDivElement>) {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }

  const checking = busy && phase.percent === 100
  return (
    <div
      onSubmitCapture={send}
      onDrop={drop}
      onDragOver={drag}
      onDragLeave={drag}
      aria-busy={busy}
      className={clsx(
        // The same before hydration: a page that moves makes clicks miss.
        'grid gap-4 rounded-lg border border-dashed p-4 noscript:border-0 noscript:p-0',
        over ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      {children}
      <p className={clsx('text-[0.8125rem] text-muted', !hydrated && 'invisible noscript:hidden')}>
        {texts.drop}
      </p>
      {busy ? <Progress percent={phase.percent} texts={texts} /> : null}
      <LiveRegion role="status" className={busy && !checking ? 'sr-only' : undefined}>
        {busy ? (
          <p className="text-[0.8125rem] text-muted">
            {checking ? texts.checking : texts.uploading}
          </p>
        ) : null}
        {phase.kind === 'done' ? <Alert tone="success">{texts.uploaded}</Alert> : null}
      </LiveRegion>
      <LiveRegion role="alert">
        {phase.kind === 'failed' ? <Alert tone="danger">{phase.message}</Alert> : null}
      </LiveRegion>
    </div>
  )
}

/** Outside the live region: screen readers would announce each percent. */
function Progress({ percent, texts }: { percent: number; texts: Messages['uploads'] }) {
  const sent = formatMessage(texts.sent, { percent })
  return (
    <div className="grid gap-2">
      <ProgressBar label={texts.progress} valueText={sent} value={percent} max={100} />
      {percent < 100 ? <p className="text-[0.8125rem] text-muted">{sent}</p> : null}
    </div>
  )
}

function fileInput(within: Element): HTMLInputElement | null {
  return within.querySelector<HTMLInputElement>('input[type=file]')
}

/**
 * Posts a form as a browser without JavaScript would, and reports upload progress, which `fetch`
 * cannot. Resolves to null on success, otherwise to an error message: that of the returned page, if
 * it has one.
 */
async function sendForm(
  form: HTMLFormElement,
  { faults, onProgress }: { faults: ClientTexts; onProgress: (percent: number) => void },
): Promise<string | null> {
  try {
    const data = new FormData(form)
    // The fields that identify the action are those of a page rendered for browsers without
    // JavaScript. Their names have the number of the form, which is not the same in each rendering.
    for (const name of [...data.keys()]) if (name.startsWith('$ACTION_')) data.delete(name)
    const page = await fetch(location.pathname)
    if (isElsewhere(page.url)) return leavePage(() => location.assign(page.url))
    const plain = readPage(await page.text(), form.id)
    if (!plain) return faults.unexpected
    for (const hidden of plain.querySelectorAll<HTMLInputElement>('input[type=hidden]'))
      data.set(hidden.name, hidden.value)
    const { status, text, url } = await post(data, onProgress)
    if (isElsewhere(url)) return leavePage(() => location.assign(url))
    if (status < 400) return null
    const answer = readPage(text, form.id)
    const said = [...(answer?.querySelectorAll('[role=alert]') ?? [])]
    return said.map(({ textContent }) => textContent.trim()).find(Boolean) ?? faults.unexpected
  } catch {
    return faults.networkFault
  }
}

/** Whether a request was redirected to another page: to the sign-in, if the session has ended. */
const isElsewhere = (url: string) => new URL(url).pathname !== location.pathname

function readPage(html: string, formId: string): Element | null {
  return new DOMParser().parseFromString(html, 'text/html').getElementById(formId)
}

function post(
  data: FormData,
  onProgress: (percent: number) => void,
): Promise<{ status: number; text: string; url: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', location.pathname)
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.floor((loaded / total) * 100))
    request.onload = () =>
      resolve({ status: request.status, text: request.responseText, url: request.responseURL })
    request.onerror = request.onabort = request.ontimeout = () => reject(new Error('not sent'))
    request.send(data)
  })
}
