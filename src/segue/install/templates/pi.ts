// installed by segue: the command /handoff, the tool handoff_document and two hooks, for pi, which has no MCP of its own.
// Our program is started with its arguments apart; nothing goes through a shell, and nothing here stops pi.
import { spawn } from "node:child_process";

const SEGUE: string[] = @@COMMAND@@;
const PROMPT: string = "@@PROMPT@@";
const FIELDS = ["constraintsAndPreferences", "progress", "keyDecisions", "criticalContext", "nextSteps"];

function ask(args: string[], input: string, cwd: string, seconds: number, done: (out: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let out = "";
    const child = spawn(SEGUE[0], [...SEGUE.slice(1), ...args], { cwd, stdio: ["pipe", "pipe", "ignore"] });
    const end = () => { clearTimeout(timer); child.kill(); resolve(out); };
    const timer = setTimeout(end, seconds * 1000);
    child.on("error", end);
    child.on("close", end);
    child.stdin.on("error", () => {});
    child.stdout.on("data", (data) => { out += data; if (done(out)) end(); });
    child.stdin.write(input);
    if (args[0] === "hook") child.stdin.end();
  });
}

function hook(event: string, fields: Record<string, unknown>, ctx: any, seconds: number): Promise<string> {
  const session = { session_id: ctx.sessionManager.getSessionId(), transcript_path: ctx.sessionManager.getSessionFile() };
  return ask(["hook", event, "pi"], JSON.stringify({ ...session, cwd: ctx.cwd, ...fields }), ctx.cwd, seconds, () => false);
}

// One call of a tool of `segue mcp`, which speaks JSON-RPC in lines.
async function call(name: string, args: unknown, ctx: any): Promise<string> {
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "pi", version: "1" } };
  const caller = { session_id: ctx.sessionManager.getSessionId() };
  const lines = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: client },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: args, _meta: { "x-segue-pi": caller } } },
  ];
  const input = lines.map((line) => JSON.stringify(line) + "\n").join("");
  const answer = (out: string) => out.split("\n").slice(0, -1).map(parsed).find((line) => line?.id === 2);
  const seen = answer(await ask(["mcp"], input, ctx.cwd, 60, (out) => Boolean(answer(out))));
  const texts = (seen?.result?.content ?? []).map((part: any) => part.text ?? "").join("\n");
  if (!seen || seen.error || seen.result?.isError) throw new Error(texts || seen?.error?.message || "segue mcp did not answer");
  return texts;
}

function parsed(line: string): any {
  try { return JSON.parse(line); } catch { return undefined; }
}

export default function (pi: any) {
  pi.registerCommand("handoff", {
    description: "Hand this session over to the next agent: /handoff [focus]",
    handler: async (focus: string, ctx: any) => {
      const messages = ctx.sessionManager.getBranch().filter((entry: any) => entry.type === "message" && entry.message.role !== "system");
      if (messages.length < 2) return ctx.ui.notify("Nothing to hand off (no messages yet)", "warning");
      pi.sendUserMessage(focus ? `${PROMPT}\n\nAdditional focus: ${focus}` : PROMPT);
    },
  });
  const list = { type: "array", items: { type: "string" } };
  pi.registerTool({
    name: "handoff_document",
    label: "Handoff document",
    description: "Give segue the handoff document of this session. Only when the user asked for a handoff.",
    parameters: {
      type: "object",
      properties: { goal: { type: "string" }, ...Object.fromEntries(FIELDS.map((name) => [name, list])) },
      required: ["goal", ...FIELDS],
    },
    execute: async (_id: string, params: any, _signal: unknown, _update: unknown, ctx: any) => {
      const text = await call("handoff_document", params, ctx);
      return { content: [{ type: "text", text }], details: undefined };
    },
  });
  pi.on("session_start", async (event: any, ctx: any) => {
    if (event.reason !== "startup" && event.reason !== "new") return;
    const answer = parsed(await hook("session-start", { source: event.reason }, ctx, 10));
    const content = answer?.hookSpecificOutput?.additionalContext;
    if (content) pi.sendMessage({ customType: "handoff", content, display: true });
  });
  pi.on("session_before_compact", async (event: any, ctx: any) => {
    await hook("pre-compact", { trigger: event.reason }, ctx, 60);
  });
}
