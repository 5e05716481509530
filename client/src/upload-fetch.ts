/** How much of a multipart request has been sent. */
export type UploadProgress = { readonly sentBytes: number; readonly totalBytes: number };

/** Like `fetch`, which cannot tell the progress of an upload: that is sent by an XMLHttpRequest where there is one. */
export function sendReporting(send: typeof fetch): typeof fetch {
  return (input, init) => {
    // The `fetchOptions` in the context of an operation arrive here.
    const { onUploadProgress, ...options } = (init ?? {}) as ReportingInit;
    return onUploadProgress && typeof XMLHttpRequest !== 'undefined'
      ? sendByXhr(input instanceof Request ? input.url : input, options, onUploadProgress)
      : send(input, options);
  };
}

type ReportingInit = RequestInit & { readonly onUploadProgress?: (progress: UploadProgress) => void };

function sendByXhr(
  uri: string | URL,
  { method = 'POST', headers, body, signal }: RequestInit,
  onUploadProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, uri);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => {
      onUploadProgress({ sentBytes: loaded, totalBytes: total });
    };
    request.onload = () => {
      const known = ['content-type', 'date', 'retry-after'].map((name) => [
        name,
        request.getResponseHeader(name),
      ]);
      // Those that the answer has are texts.
      const present = known.filter(([, value]) => value !== null) as [string, string][];
      resolve(new Response(request.responseText, { status: request.status, headers: present }));
    };
    // The same error as that of `fetch`.
    request.onerror = () => reject(new TypeError('The upload failed: the server was not reached.'));
    request.onabort = () =>
      reject(signal?.reason ?? new DOMException('The upload was aborted.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    // A multipart form; a stream, which an XMLHttpRequest cannot send, is never built here.
    request.send(body as XMLHttpRequestBodyInit);
  });
}
