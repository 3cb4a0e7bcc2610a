import { plainJson } from './curl.ts';
import { type Asked, compileWords } from './asked.ts';

interface Sdk {
  readonly packageName: string;
  readonly imports: string;
  readonly name: string;
  /** Makes the client, and the list that grows by question and answer. */
  readonly setup: string;
  /** Makes `response` and `calls`, and puts the model's own words into that list. */
  readonly ask: string;
  readonly text: string;
  /** The response as JSON, which `atip check` reads. */
  readonly json: string;
  /** Puts the answers to `calls` into that list; `checks` are those of `atip check`. */
  readonly reply: string;
}

const OPENAI = { packageName: 'openai', imports: 'from openai import OpenAI', json: 'response.model_dump_json()' };

const SDKS: Readonly<Record<Exclude<Asked['provider'], 'mcp'>, Sdk>> = {
  openai: {
    ...OPENAI,
    name: 'tool["function"]["name"]',
    setup: `client = OpenAI()  # reads OPENAI_API_KEY
messages = [{"role": "system", "content": rules}, {"role": "user", "content": prompt}]`,
    ask: `response = client.chat.completions.create(model=model, messages=messages, tools=tools)
    message = response.choices[0].message
    messages.append(message)
    calls = message.tool_calls or []`,
    text: 'message.content or ""',
    reply: `for call, check in zip(calls, checks):
        content = answer(check, call.function.arguments)
        messages.append({"role": "tool", "tool_call_id": call.id, "content": content})`,
  },
  'openai-responses': {
    ...OPENAI,
    name: 'tool["name"]',
    setup: `client = OpenAI()  # reads OPENAI_API_KEY
messages = [{"role": "user", "content": prompt}]`,
    ask: `response = client.responses.create(model=model, instructions=rules, input=messages, tools=tools)
    messages += response.output
    calls = [item for item in response.output if item.type == "function_call"]`,
    text: 'response.output_text',
    reply: `for call, check in zip(calls, checks):
        output = answer(check, call.arguments)
        messages.append({"type": "function_call_output", "call_id": call.call_id, "output": output})`,
  },
  anthropic: {
    packageName: 'anthropic',
    imports: 'from anthropic import Anthropic',
    name: 'tool["name"]',
    setup: `client = Anthropic()  # reads ANTHROPIC_API_KEY
messages = [{"role": "user", "content": prompt}]`,
    ask: `response = client.messages.create(
        model=model, max_tokens=4096, system=rules, messages=messages, tools=tools
    )
    messages.append({"role": "assistant", "content": response.content})
    calls = [block for block in response.content if block.type == "tool_use"]`,
    text: '"".join(block.text for block in response.content if block.type == "text")',
    json: 'response.model_dump_json()',
    reply: `results = [
        {"type": "tool_result", "tool_use_id": call.id, "content": answer(check, call.input)}
        for call, check in zip(calls, checks)
    ]
    messages.append({"role": "user", "content": results})`,
  },
  gemini: {
    packageName: 'google-genai',
    imports: 'from google import genai\nfrom google.genai import types',
    name: 'tool["name"]',
    setup: `client = genai.Client()  # reads GEMINI_API_KEY
messages = [types.Content(role="user", parts=[types.Part(text=prompt)])]
config = {"system_instruction": rules, "tools": [{"function_declarations": tools}]}`,
    ask: `response = client.models.generate_content(model=model, contents=messages, config=config)
    messages.append(response.candidates[0].content)
    calls = response.function_calls or []`,
    text: 'response.text or ""',
    json: 'response.model_dump_json(by_alias=True, exclude_none=True)',
    reply: `results = [
        types.FunctionResponse(id=call.id, name=call.name, response={"result": answer(check, call.args)})
        for call, check in zip(calls, checks)
    ]
    parts = [types.Part(function_response=result) for result in results]
    messages.append(types.Content(role="user", parts=parts))`,
  },
  bedrock: {
    packageName: 'boto3',
    imports: 'import boto3',
    name: 'tool["toolSpec"]["name"]',
    setup: `client = boto3.client("bedrock-runtime")  # reads AWS_DEFAULT_REGION and your AWS credentials
messages = [{"role": "user", "content": [{"text": prompt}]}]`,
    ask: `response = client.converse(
        modelId=model, system=[{"text": rules}], messages=messages, toolConfig={"tools": tools}
    )
    message = response["output"]["message"]
    messages.append(message)
    calls = [block["toolUse"] for block in message["content"] if "toolUse" in block]`,
    text: '"".join(block.get("text", "") for block in message["content"])',
    json: 'json.dumps(response)',
    reply: `results = [
        {"toolUseId": call["toolUseId"], "content": [{"text": answer(check, call["input"])}]}
        for call, check in zip(calls, checks)
    ]
    messages.append({"role": "user", "content": [{"toolResult": result} for result in results]})`,
  },
};

/** A program of the provider's own SDK that checks and runs calls by `atip`. For MCP it is a client of `atip mcp`. */
export function pythonText(asked: Asked): string {
  const { provider, name, model } = asked;
  if (provider === 'mcp') return mcpClient(name);
  const sdk = SDKS[provider];
  return `# pip install ${sdk.packageName}; npm install --global atip
# cp ${name}.json ~/.local/share/agent-tools/tools/   (atip runs the tools that it knows)
# python3 agent.py "What you want done"
import json
import os
import re
import subprocess
import sys

${sdk.imports}


def atip(*words, text=None):
    """Runs atip and gives what it prints; its questions and errors appear on the terminal."""
    return subprocess.run(["atip", *words], input=text, stdout=subprocess.PIPE, text=True).stdout


def answer(check, arguments):
    """Runs a checked call, or says why not: the text for the model. atip asks a person where the policy wants that."""
    name = check["call"]["name"]
    if name not in offered:
        return "Nothing was run. There is no such tool."
    decision = check["command"]["decision"] if check["valid"] else {"decision": "deny", "violations": check["errors"]}
    if decision["decision"] == "deny":
        return "Nothing was run. " + " ".join(reason["message"] for reason in decision["violations"])
    given = json.loads(arguments or "{}") if isinstance(arguments, str) else arguments or {}
    values = {key: value if isinstance(value, str) else json.dumps(value) for key, value in given.items()}
    pairs = [f"{key}={value}" for key, value in values.items() if given[key] is not None]
    result = json.loads(atip("run", *policy, "--json", "--", name, *pairs) or "null")
    if result is None:
        return "Nothing was run. A person said no, or it could not be run here."
    return f"{result['stdout']}{result['stderr']}\\n[Exit code: {result['exitCode']}]"


prompt = sys.argv[1]
# In place of your configuration's policy: harmless calls run, others are asked about. [] holds calls against yours.
policy = ["--policy", "standard"]
model = os.environ.get("MODEL", "${model}")
tools = json.loads(atip(${compileWords(asked).map(plainJson).join(', ')}) or sys.exit(1))
offered = {${sdk.name} for tool in tools}
rules = atip("prompt", "${name}")

${sdk.setup}
for turn in range(20):
    ${sdk.ask}
    if not calls:
        print(re.sub(r"[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]", "", ${sdk.text}))
        break
    checked = atip("check", "-", *policy, "--json", "--provider", "${provider}", text=${sdk.json})
    checks = json.loads(checked or sys.exit(1))["calls"]
    ${sdk.reply}
`;
}

function mcpClient(name: string): string {
  return `# An MCP client: lists the tools of ${name}, or calls one. atip mcp checks, asks, runs and redacts.
# pip install "mcp>=2"; npm install --global atip
# cp ${name}.json ~/.local/share/agent-tools/tools/   (atip runs the tools that it knows)
# python3 client.py [TOOL '{"argument": "value"}']
import asyncio
import json
import sys

from mcp import Client, StdioServerParameters
from mcp.types import ElicitResult


async def ask_person(context, params):
    print(params.message, file=sys.stderr)
    said = await asyncio.to_thread(sys.stdin.readline)
    return ElicitResult(action="accept" if said.strip() == "yes" else "decline", content={"run": said.strip() == "yes"})


async def main():
    # In place of your configuration's policy; without it, calls are held against yours.
    policy = ["--policy", "standard"]
    server = StdioServerParameters(command="atip", args=["mcp", *policy, "--tools", "${name}"])
    async with Client(server, elicitation_callback=ask_person) as client:
        if len(sys.argv) < 2:
            for tool in (await client.list_tools()).tools:
                print(tool.name, "-", tool.description)
            return
        result = await client.call_tool(sys.argv[1], json.loads(sys.argv[2] if len(sys.argv) > 2 else "{}"))
        print("\\n".join(part.text for part in result.content if part.type == "text"))


asyncio.run(main())
`;
}
