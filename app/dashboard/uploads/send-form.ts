/**
 * Posts a form as a browser without script would, and tells how much of it has been sent, which `fetch` cannot. Resolves to null when all
 * went well, else to what the page that came back says about it; empty where it says nothing.
 */
export async function sendForm(
  form: HTMLFormElement,
  onProgress: (percent: number) => void,
): Promise<string | null> {
  try {
    const data = new FormData(form)
    // What names the action is only in a page that was made for browsers without script.
    const plain = readPage(await (await fetch(location.pathname)).text(), form.id)
    for (const hidden of plain?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? [])
      data.set(hidden.name, hidden.value)
    const { status, text } = await post(data, onProgress)
    if (status < 400) return null
    const answer = readPage(text, form.id)
    const said = [...(answer?.querySelectorAll('[role=alert]') ?? [])]
    return said.map(({ textContent }) => textContent.trim()).find(Boolean) ?? ''
  } catch {
    return ''
  }
}

function readPage(html: string, formId: string): Element | null {
  return new DOMParser().parseFromString(html, 'text/html').getElementById(formId)
}

function post(
  data: FormData,
  onProgress: (percent: number) => void,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', location.pathname)
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / total) * 100))
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = request.onabort = request.ontimeout = () => reject(new Error('not sent'))
    request.send(data)
  })
}
