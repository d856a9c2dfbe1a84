import http from 'node:http';

/** @param {string} url @param {RequestInit} [init] @throws Error for a status other than 2xx */
export async function request(url, init) {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
  return { status: response.status, text };
}

/**
 * Sends a JSON body. @param {string} url @param {unknown} body @param {Record<string, string>} [headers]
 */
export function post(url, body, headers = {}) {
  return request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Runs `one` `count` times, `lanes` at a time. @param {number} count @param {number} lanes @param {() => Promise<unknown>} one */
export async function repeat(count, lanes, one) {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Returns body and headers as sent to a browser, with brotli. @param {string} url */
export function bytesOf(url) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
        const chunks = [];
        for await (const chunk of response) chunks.push(chunk);
        resolve({ body: Buffer.concat(chunks), headers: response.headers });
      })
      .on('error', reject);
  });
}
