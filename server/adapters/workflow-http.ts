import { unconfiguredService } from '../ports/call-failure.ts';
import type { CallOptions } from '../ports/records.ts';
import type { ApplicationRoute, Flow, Workflow } from '../ports/workflow.ts';
import { fileMessageBody } from './file-message.ts';
import { multipartBody } from './multipart.ts';
import type { Outbound } from './outbound.ts';
import type { OutboundBody } from './outbound-request.ts';
import { printed } from './printed.ts';

export interface HttpWorkflowOptions {
  readonly outbound: Outbound;
  /** Endpoints by what goes there; an application of an agent goes to the student endpoint where it has none. */
  readonly urls: {
    readonly application: Readonly<Partial<Record<ApplicationRoute, string>>>;
    readonly files?: string | undefined;
    readonly flows: Readonly<Partial<Record<Flow, string>>>;
  };
}

/** The workflow automation service over HTTP. Success is by HTTP ok, whatever the answer holds (spec §7). */
export function createHttpWorkflow({ outbound, urls }: HttpWorkflowOptions): Workflow {
  const post = (url: string | undefined, type: string, body: string | OutboundBody, { key }: CallOptions) => {
    if (url === undefined || !URL.canParse(url)) {
      throw unconfiguredService();
    }
    const headers = { 'content-type': type, 'idempotency-key': key };
    return outbound({ method: 'POST', url, headers, body });
  };
  return {
    sendApplication: async (route, payload, options) => {
      await post(urls.application[route] ?? urls.application.direct, 'application/json', printed(payload), options);
    },
    sendFiles: async (message, options) => {
      await post(urls.files, 'application/json', fileMessageBody(message), options);
    },
    sendForm: async (flow, form, options) => {
      const body = multipartBody(form);
      const { text } = await post(urls.flows[flow], body.contentType, body, options);
      return idIn(text);
    },
  };
}

/** An answer that cannot be parsed is a success with no id (spec §7). */
function idIn(text: string): { readonly id?: string } {
  try {
    const value: unknown = JSON.parse(text);
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
    return typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {};
  } catch {
    return {};
  }
}
