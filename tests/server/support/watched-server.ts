import { openRig } from './rig.ts';

/** The figures of a real server that processed one application, skipped no document, and refused one application. */
export async function figuresOfServer(): Promise<string> {
  const { client, upstream, close } = await openRig();
  const application = await client.student();
  await client.put(application);
  await client.processed(application.id);
  upstream.always('studentWorkflow', { status: 400 });
  const refused = await client.student();
  await client.put(refused);
  await client.settled(refused.id);
  const { status, text } = await client.get('/metrics');
  await close();
  if (status !== 200) throw new Error(`no figures: ${status} ${text}`);
  return text;
}
