import type { Metrics } from '#api/ops/metrics.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { CallServerError, type CallServerPort } from '#ports/call-server.ts';
import { MailError, type MailPort } from '#ports/mail.ts';
import type { FileScannerPort } from '#ports/file-scanner.ts';
import type { MediaRendererPort } from '#ports/media-renderer.ts';
import { ModerationError, type ModerationPort } from '#ports/moderation.ts';
import { PaymentsError, type PaymentsPort } from '#ports/payments.ts';
import type { Ports } from '#ports/ports.ts';
import type { StoragePort } from '#ports/storage.ts';
import { watchedPush } from './watched-push.ts';

/** The same ports, each use of which is counted; the answers of those that push are watched as well. */
export function measuredPorts(ports: Ports, metrics: Metrics, log: Logger): Ports {
  return {
    ...ports,
    mail: measuredMail(ports.mail, metrics),
    payments: measuredPayments(ports.payments, metrics),
    mediaRenderer: measuredRenderer(ports.mediaRenderer, metrics),
    fileScanner: ports.fileScanner && measuredScanner(ports.fileScanner, metrics),
    moderation: measuredModeration(ports.moderation, metrics),
    storage: measuredStorage(ports.storage, metrics),
    callServer: measuredCallServer(ports.callServer, metrics),
    push: watchedPush(ports.push, metrics, log),
  };
}

function measuredMail(mail: MailPort, { mails }: Metrics): MailPort {
  return {
    async send(message) {
      try {
        await mail.send(message);
        mails.inc({ result: 'sent' });
      } catch (error) {
        const isRefused = error instanceof MailError && error.code === 'REFUSED';
        mails.inc({ result: isRefused ? 'refused' : 'failed' });
        throw error;
      }
    },
    close: () => mail.close(),
  };
}

function measuredPayments(payments: PaymentsPort, { paymentCalls }: Metrics): PaymentsPort {
  async function counted<T>(operation: string, running: Promise<T>): Promise<T> {
    try {
      const result = await running;
      paymentCalls.inc({ operation, result: 'done' });
      return result;
    } catch (error) {
      const isAway = !(error instanceof PaymentsError) || ['UNAVAILABLE', 'REJECTED'].includes(error.code);
      paymentCalls.inc({ operation, result: isAway ? 'failed' : 'refused' });
      throw error;
    }
  }
  return {
    ...payments,
    createCustomer: (customer) => counted('createCustomer', payments.createCustomer(customer)),
    deleteCustomer: (id) => counted('deleteCustomer', payments.deleteCustomer(id)),
    createSetup: (setup) => counted('createSetup', payments.createSetup(setup)),
    findSetup: (id) => counted('findSetup', payments.findSetup(id)),
    confirmSetup: (confirmation) => counted('confirmSetup', payments.confirmSetup(confirmation)),
    cancelSetup: (id) => counted('cancelSetup', payments.cancelSetup(id)),
    findMethod: (id) => counted('findMethod', payments.findMethod(id)),
    detachMethod: (id) => counted('detachMethod', payments.detachMethod(id)),
    listFacts: (page) => counted('listFacts', payments.listFacts(page)),
  };
}

function measuredRenderer(renderer: MediaRendererPort, { media }: Metrics): MediaRendererPort {
  async function counted<T>(kind: string, rendering: Promise<T>): Promise<T> {
    try {
      const rendered = await rendering;
      media.inc({ kind, result: 'done' });
      return rendered;
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'VALIDATION_FAILED';
      media.inc({ kind, result: isRefused ? 'refused' : 'failed' });
      throw error;
    }
  }
  return {
    renderImage: (rendering) => counted('image', renderer.renderImage(rendering)),
    renderRecording: (rendering) => counted('recording', renderer.renderRecording(rendering)),
  };
}

function measuredScanner(scanner: FileScannerPort, { fileScans }: Metrics): FileScannerPort {
  return {
    async scan(open) {
      try {
        const verdict = await scanner.scan(open);
        fileScans.inc({ result: verdict.threat === null ? 'clean' : 'infected' });
        return verdict;
      } catch (error) {
        fileScans.inc({ result: 'failed' });
        throw error;
      }
    },
    close: () => scanner.close(),
  };
}

function measuredModeration(moderation: ModerationPort, { moderationCalls }: Metrics): ModerationPort {
  return {
    ...moderation,
    async classify(content) {
      try {
        const classification = await moderation.classify(content);
        moderationCalls.inc({ result: 'done' });
        return classification;
      } catch (error) {
        const isRejected = error instanceof ModerationError && error.code === 'REJECTED';
        moderationCalls.inc({ result: isRejected ? 'rejected' : 'failed' });
        throw error;
      }
    },
  };
}

function measuredStorage(storage: StoragePort, { storageFailures }: Metrics): StoragePort {
  async function counted<T>(operation: string, running: Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await running;
    } catch (error) {
      if (!signal?.aborted) storageFailures.inc({ operation });
      throw error;
    }
  }
  return {
    put: (key, body, options) => counted('put', storage.put(key, body, options), options.signal),
    get: (key) => counted('get', storage.get(key)),
    delete: (keys) => counted('delete', storage.delete(keys)),
    signedUrl: (key, options) => storage.signedUrl(key, options),
    close: () => storage.close(),
  };
}

function measuredCallServer(callServer: CallServerPort, { callServerCalls }: Metrics): CallServerPort {
  async function counted<T>(operation: string, running: Promise<T>): Promise<T> {
    try {
      const result = await running;
      callServerCalls.inc({ operation, result: 'done' });
      return result;
    } catch (error) {
      const isRefused = error instanceof CallServerError && error.code === 'REFUSED';
      callServerCalls.inc({ operation, result: isRefused ? 'refused' : 'failed' });
      throw error;
    }
  }
  const { connect } = callServer;
  return {
    ...callServer,
    openRoom: (room) => counted('openRoom', callServer.openRoom(room)),
    closeRoom: (name) => counted('closeRoom', callServer.closeRoom(name)),
    admit: (peer) => counted('admit', callServer.admit(peer)),
    permit: (peer) => counted('permit', callServer.permit(peer)),
    remove: (peer) => counted('remove', callServer.remove(peer)),
    listPeers: (room) => counted('listPeers', callServer.listPeers(room)),
    connect: connect && ((offer) => counted('connect', connect(offer))),
  };
}
