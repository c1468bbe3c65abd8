import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { type ComponentProps, createElement, type ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { type Page, parametersOf } from '@/tests/kit/contract/declared-handlers'
import { actionRequest } from '@/tests/kit/submit-action'

type Router = ComponentProps<typeof AppRouterContext>['value']

/**
 * The HTML of a page for a browser with these cookies; null if it redirects or does not exist. Each
 * parameter of its path is `id`.
 */
export async function renderPage(
  { path, render }: Page,
  { cookie, id, search }: { cookie: string; id: string; search: Record<string, string> },
): Promise<string | null> {
  const headers = new Headers({ cookie, 'x-gatehouse-page': path })
  const params = Object.fromEntries(parametersOf(path).map((name) => [name, id]))
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(search) }
  try {
    return await actionRequest().run(headers, async () => htmlOf(await render(props)))
  } catch (error) {
    if (String((error as { digest?: unknown }).digest).startsWith('NEXT_')) return null
    throw error
  }
}

async function htmlOf(content: ReactNode): Promise<string> {
  const errors: unknown[] = []
  const stream = await renderToReadableStream(
    createElement(AppRouterContext, { value: {} as Router }, content),
    { onError: (error) => void errors.push(error) },
  )
  await stream.allReady
  const html = await new Response(stream).text()
  if (errors.length > 0) throw errors[0]
  return html
}
