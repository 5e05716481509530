import { createEmbeddedBus } from './embedded.ts';
import { liveBusContract } from './live-bus.contract.ts';

liveBusContract('embedded', async (t) => {
  const bus = createEmbeddedBus();
  t.after(() => bus.close());
  return [bus, bus];
});
